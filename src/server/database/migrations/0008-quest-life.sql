-- Teams put quests that are over, or that were never published, out of their lists.

ALTER TABLE quests
  ADD COLUMN archived_at timestamptz,
  ADD CONSTRAINT quests_archived_closed CHECK (archived_at IS NULL OR quest_status IN ('INACTIVE', 'COMPLETED'));
CREATE INDEX quests_archived ON quests (id) WHERE archived_at IS NOT NULL;
-- The others are counted and listed by organization from the index alone.
CREATE INDEX quests_listed ON quests (id) WHERE archived_at IS NULL;
CREATE INDEX quests_listed_by_organization ON quests (organization_id, id) WHERE archived_at IS NULL;
