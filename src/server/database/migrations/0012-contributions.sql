-- What a person gave, over all quests, the newest first; its states and its news are counted from the index alone.
CREATE INDEX quest_data_contributions ON quest_data (adventurer_id, created_at, id) INCLUDE (review_decision, news_at);
