-- When it was found that no picture can be made of a photo that was taken; null: nothing was found.
ALTER TABLE quest_data ADD COLUMN photo_unreadable_at timestamptz;
ALTER TABLE quest_data_photos ADD COLUMN photo_unreadable_at timestamptz;
