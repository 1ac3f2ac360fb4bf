-- What a phone knows of a data point's moment, and what its adventurer did to it after it had arrived.
ALTER TABLE quest_data
  -- By the device's clock, set right by what it knew of the server's; null where nobody said.
  ADD COLUMN captured_at timestamptz,
  -- The same as the device had it, and by how many seconds its clock went behind the server's.
  ADD COLUMN captured_at_device timestamptz,
  ADD COLUMN clock_offset double precision,
  -- Taken after the end of the quest or of the participation, because it was measured before.
  ADD COLUMN late boolean NOT NULL DEFAULT false,
  -- The fixes that were seen, as they were sent.
  ADD COLUMN fixes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN spacing_reason text,
  ADD COLUMN edited_at timestamptz,
  DROP CONSTRAINT quest_data_position_source_known,
  ADD CONSTRAINT quest_data_position_source_known CHECK (position_source IN ('device', 'exif', 'map', 'manual')),
  ADD CONSTRAINT quest_data_spacing_reason_length CHECK (char_length(spacing_reason) BETWEEN 1 AND 500);

-- Since when a quest has its status: whether it collected when something was measured.
CREATE TABLE quest_status_changes (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT quest_status_changes_pkey PRIMARY KEY,
  quest_id integer NOT NULL CONSTRAINT quest_status_changes_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  quest_status text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX quest_status_changes_by_quest ON quest_status_changes (quest_id, changed_at DESC, id DESC);

-- Nobody wrote down when: a quest that is over, or that was taken back after people had joined, collected from its beginning
-- until it was last changed.
INSERT INTO quest_status_changes (quest_id, quest_status, changed_at)
SELECT id, 'IN_PROGRESS', created_at FROM quests
WHERE quest_status IN ('DATA_PROCESSING', 'COMPLETED')
  OR quest_status = 'INACTIVE' AND EXISTS (SELECT FROM adventurer_quests WHERE quest_id = quests.id);
INSERT INTO quest_status_changes (quest_id, quest_status, changed_at)
SELECT id, quest_status,
  CASE WHEN EXISTS (SELECT FROM quest_status_changes WHERE quest_id = quests.id) THEN updated_at ELSE created_at END
FROM quests;

CREATE FUNCTION remember_quest_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Not now(): of two transactions, the one that began first may change the row last.
  INSERT INTO quest_status_changes (quest_id, quest_status, changed_at)
  VALUES (NEW.id, NEW.quest_status, clock_timestamp());
  RETURN NULL;
END
$$;
CREATE TRIGGER quest_status_remembered_at_insert AFTER INSERT ON quests
  FOR EACH ROW EXECUTE FUNCTION remember_quest_status();
CREATE TRIGGER quest_status_remembered_at_update AFTER UPDATE OF quest_status ON quests
  FOR EACH ROW WHEN (OLD.quest_status IS DISTINCT FROM NEW.quest_status) EXECUTE FUNCTION remember_quest_status();

-- A data point as it was before its adventurer changed or deleted it; a deleted one has no row in quest_data any more.
CREATE TABLE data_point_changes (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT data_point_changes_pkey PRIMARY KEY,
  -- Not a foreign key: it outlives the data point.
  quest_data_id uuid NOT NULL,
  adventurer_id text NOT NULL,
  quest_id integer NOT NULL,
  kind text NOT NULL,
  -- Null where a data point was deleted before it had arrived.
  before jsonb,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT data_point_changes_adventurer_exists FOREIGN KEY (adventurer_id)
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  CONSTRAINT data_point_changes_kind_known CHECK (kind IN ('edited', 'deleted'))
);
CREATE INDEX data_point_changes_by_data_point ON data_point_changes (quest_data_id, id DESC);
CREATE INDEX data_point_changes_by_adventurer ON data_point_changes (adventurer_id);
