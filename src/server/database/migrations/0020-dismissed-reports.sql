-- Reports of messages are dismissed once somebody has looked at the message.

ALTER TABLE news
  ADD COLUMN dismissed_at timestamptz,
  ADD COLUMN dismissed_by text,
  ADD CONSTRAINT news_dismissed_reports CHECK (
    num_nonnulls(dismissed_at, dismissed_by) IN (0, 2) AND (dismissed_at IS NULL OR reported_at IS NOT NULL));
CREATE INDEX news_open_reports ON news (id) WHERE reported_at IS NOT NULL AND dismissed_at IS NULL;
CREATE INDEX news_by_dismisser ON news (dismissed_by) WHERE dismissed_by IS NOT NULL;
CREATE INDEX questions_open ON questions (quest_id) WHERE answered_at IS NULL;
