-- How many accepted data points a quest wants from all its volunteers together.

ALTER TABLE quests
  ADD COLUMN target_total integer,
  ADD CONSTRAINT quests_target_total_range CHECK (target_total BETWEEN 1 AND 10000000);
