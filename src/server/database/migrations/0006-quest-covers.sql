-- The cover picture that was uploaded for a quest; quest_image is then its address.
ALTER TABLE quests ADD COLUMN cover_id uuid;
CREATE UNIQUE INDEX quests_cover ON quests (cover_id) WHERE cover_id IS NOT NULL;
