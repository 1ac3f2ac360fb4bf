-- What was changed of a quest's stations, like `locations`.
ALTER TABLE quest_history ADD COLUMN stations jsonb;
