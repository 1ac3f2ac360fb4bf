-- Where a quest is: its first place. Kept by the application, where search_text is.
ALTER TABLE quests
  ADD COLUMN location_id integer,
  ADD COLUMN latitude double precision,
  ADD COLUMN longitude double precision,
  -- In degrees, east and north: what an index looks up. To a tenth of a millimetre: of places that differ by less, areas and
  -- distances would underflow.
  ADD COLUMN point point GENERATED ALWAYS AS (
    point(round(longitude * 1e9::float8) / 1e9::float8, round(latitude * 1e9::float8) / 1e9::float8)) STORED,
  ADD CONSTRAINT quests_place_whole CHECK (num_nulls(location_id, latitude, longitude) IN (0, 3));
UPDATE quests q SET location_id = l.id, latitude = l.latitude, longitude = l.longitude
FROM (SELECT DISTINCT ON (quest_id) quest_id, id, latitude, longitude FROM quest_locations ORDER BY quest_id, id) l
WHERE l.quest_id = q.id;
CREATE INDEX quests_point ON quests USING gist (point);
-- The quests that take applications come first in lists.
CREATE INDEX quests_status_id ON quests (quest_status, id);

-- How many joined a quest is counted in the index alone; who joined it stands there in the order of the list.
DROP INDEX adventurer_quests_quest;
CREATE INDEX adventurer_quests_by_quest ON adventurer_quests (quest_id, joined_at, adventurer_id) INCLUDE (status);
CREATE INDEX adventurer_quests_completed ON adventurer_quests (joined_at, quest_id, adventurer_id)
  WHERE status = 'completed';

-- The search for words in samples finds people by how their names begin.
CREATE INDEX adventurers_by_name ON adventurers (lower(id) text_pattern_ops);

-- The same as sample_counts over all quests, kept in the same way.
CREATE TABLE sample_totals (
  state text NOT NULL,
  count bigint NOT NULL
);
CREATE OR REPLACE FUNCTION count_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH counted AS (
      INSERT INTO sample_counts
      SELECT quest_id, coalesce(review_decision, 'pending'), count(*) FROM new_rows GROUP BY 1, 2 RETURNING state, count)
    INSERT INTO sample_totals SELECT state, sum(count) FROM counted GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    WITH counted AS (
      INSERT INTO sample_counts
      SELECT quest_id, coalesce(review_decision, 'pending'), - count(*) FROM old_rows GROUP BY 1, 2 RETURNING state, count)
    INSERT INTO sample_totals SELECT state, sum(count) FROM counted GROUP BY 1;
  ELSE
    WITH counted AS (
      INSERT INTO sample_counts
      SELECT quest_id, state, sum(difference) FROM (
        SELECT quest_id, coalesce(review_decision, 'pending') AS state, 1 AS difference FROM new_rows
        UNION ALL
        SELECT quest_id, coalesce(review_decision, 'pending'), -1 FROM old_rows) changes
      GROUP BY 1, 2 HAVING sum(difference) <> 0 RETURNING state, count)
    INSERT INTO sample_totals SELECT state, sum(count) FROM counted GROUP BY 1 HAVING sum(count) <> 0;
  END IF;
  RETURN NULL;
END
$$;
INSERT INTO sample_totals SELECT state, sum(count) FROM sample_counts GROUP BY 1;
