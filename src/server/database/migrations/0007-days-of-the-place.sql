-- Days of published data points were days of UTC: they are published anew, with the days of their places.
INSERT INTO points_to_publish
SELECT d.quest_id, d.id FROM quest_data d JOIN quests q ON q.id = d.quest_id
WHERE q.results_visibility = 'public' AND d.review_decision = 'accepted';
