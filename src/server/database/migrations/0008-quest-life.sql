-- Teams put quests that are over, or that were never published, out of their lists.

ALTER TABLE quests
  ADD COLUMN archived_at timestamptz,
  ADD CONSTRAINT quests_archived_closed CHECK (archived_at IS NULL OR quest_status IN ('INACTIVE', 'COMPLETED'));
CREATE INDEX quests_archived ON quests (id) WHERE archived_at IS NOT NULL;
