-- The data points of a quest by state, counted by the worker as their sum is: the orders of the table of data sets.
ALTER TABLE quest_figures
  ADD COLUMN pending_count integer NOT NULL DEFAULT 0,
  ADD COLUMN accepted_count integer NOT NULL DEFAULT 0,
  ADD COLUMN denied_count integer NOT NULL DEFAULT 0,
  ADD COLUMN change_requested_count integer NOT NULL DEFAULT 0;
UPDATE quest_figures f SET pending_count = n.pending, accepted_count = n.accepted, denied_count = n.denied,
  change_requested_count = n.change_requested
FROM (
  SELECT quest_id, coalesce(sum(count) FILTER (WHERE state = 'pending'), 0) AS pending,
    coalesce(sum(count) FILTER (WHERE state = 'accepted'), 0) AS accepted,
    coalesce(sum(count) FILTER (WHERE state = 'denied'), 0) AS denied,
    coalesce(sum(count) FILTER (WHERE state = 'change_requested'), 0) AS change_requested
  FROM sample_counts GROUP BY quest_id) n
WHERE n.quest_id = f.quest_id;
CREATE INDEX quest_figures_by_pending ON quest_figures (pending_count, quest_id);
CREATE INDEX quest_figures_by_accepted ON quest_figures (accepted_count, quest_id);
CREATE INDEX quest_figures_by_denied ON quest_figures (denied_count, quest_id);
CREATE INDEX quest_figures_by_change_requested ON quest_figures (change_requested_count, quest_id);

-- The orders of the table of applications; those that are not completed come last in both directions.
CREATE INDEX adventurer_quests_by_adventurer ON adventurer_quests
  (sort_words(adventurer_id) COLLATE "C", quest_id, adventurer_id);
CREATE INDEX adventurer_quests_by_quest_and_adventurer ON adventurer_quests
  (quest_id, sort_words(adventurer_id) COLLATE "C", adventurer_id);
CREATE INDEX adventurer_quests_by_completion ON adventurer_quests
  (coalesce(completed_at, 'infinity'), quest_id, adventurer_id);
CREATE INDEX adventurer_quests_by_latest_completion ON adventurer_quests
  (coalesce(completed_at, '-infinity'), quest_id, adventurer_id);
DROP INDEX adventurer_quests_completed;
CREATE INDEX adventurer_quests_by_status ON adventurer_quests (status, joined_at, quest_id, adventurer_id);
