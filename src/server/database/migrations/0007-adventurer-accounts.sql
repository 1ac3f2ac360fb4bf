-- An adventurer is one account of one issuer, whatever the name is today. Rows from before have neither until the
-- account of their name signs in, or until the embedded provider's accounts are compared with them.
ALTER TABLE adventurers
  ADD COLUMN issuer text,
  ADD COLUMN subject text,
  -- Set once the person had their data erased: what stayed belongs to nobody, and the id is a pseudonym.
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT adventurers_account_complete CHECK ((issuer IS NULL) = (subject IS NULL)),
  ADD CONSTRAINT adventurers_erased_has_no_account CHECK (erased_at IS NULL OR issuer IS NULL);
CREATE UNIQUE INDEX adventurers_account_unique ON adventurers (issuer, subject);

-- A name may change: what belongs to it follows.
ALTER TABLE adventurer_quests
  DROP CONSTRAINT adventurer_quests_adventurer_exists,
  ADD CONSTRAINT adventurer_quests_adventurer_exists
    FOREIGN KEY (adventurer_id) REFERENCES adventurers (id) ON UPDATE CASCADE;
ALTER TABLE quest_data
  DROP CONSTRAINT quest_data_joined,
  ADD CONSTRAINT quest_data_joined FOREIGN KEY (adventurer_id, quest_id)
    REFERENCES adventurer_quests (adventurer_id, quest_id) ON UPDATE CASCADE;
CREATE INDEX reviews_reviewed_by ON reviews (reviewed_by);
CREATE INDEX poor_gps_reports_reported_by ON poor_gps_reports (reported_by);
