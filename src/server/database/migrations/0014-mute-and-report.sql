-- Volunteers mute the announcements of a quest, and report one to the administrators.

ALTER TABLE adventurer_quests ADD COLUMN muted boolean NOT NULL DEFAULT false;
ALTER TABLE news ADD COLUMN reported_at timestamptz;
CREATE INDEX news_reported ON news (announcement_id) WHERE reported_at IS NOT NULL;
