-- The list of applications, the newest first.
CREATE INDEX adventurer_quests_joined_at ON adventurer_quests (joined_at DESC, quest_id DESC, adventurer_id DESC);
