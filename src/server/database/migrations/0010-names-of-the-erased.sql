-- Erasing or renaming an account left its name on the lists, pictures and sounds that it made, and on announcements that
-- it was the last to get. Nobody has that name any more.
UPDATE list_versions SET created_by = 'former' WHERE NOT EXISTS (SELECT FROM adventurers WHERE id = created_by);
UPDATE pictures SET created_by = 'former' WHERE NOT EXISTS (SELECT FROM adventurers WHERE id = created_by);
UPDATE sounds SET created_by = 'former' WHERE NOT EXISTS (SELECT FROM adventurers WHERE id = created_by);
UPDATE announcements SET reached_adventurer = ''
WHERE delivered_at IS NOT NULL OR NOT EXISTS (SELECT FROM adventurers WHERE id = reached_adventurer);
