-- What its data point's news_at was before a decision: undone, it is that again.
ALTER TABLE reviews ADD COLUMN news_before timestamptz;

-- Where a place is on a curve through all cells of a grid of 2^24 by 2^24 (G. M. Morton, A Computer Oriented Geodetic Data Base,
-- IBM, 1966): bits of latitude and longitude in turns. Places that are near each other have codes that mostly are, too.
CREATE FUNCTION place_code(latitude double precision, longitude double precision) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  x bigint := least(floor((longitude + 180) / 360 * 16777216), 16777215);
  y bigint := least(floor((latitude + 90) / 180 * 16777216), 16777215);
BEGIN
  -- Each step doubles the distance between halves, until every other bit is free.
  x := (x | (x << 16)) & 281470681808895;
  x := (x | (x << 8)) & 71777214294589695;
  x := (x | (x << 4)) & 1085102592571150095;
  x := (x | (x << 2)) & 3689348814741910323;
  x := (x | (x << 1)) & 6148914691236517205;
  y := (y | (y << 16)) & 281470681808895;
  y := (y | (y << 8)) & 71777214294589695;
  y := (y | (y << 4)) & 1085102592571150095;
  y := (y | (y << 2)) & 3689348814741910323;
  y := (y | (y << 1)) & 6148914691236517205;
  RETURN (y << 1) | x;
END
$$;

-- What waits is a small part of all; a data point pays for each order twice, when it arrives and when it is decided on.
DROP INDEX quest_data_by_state;
CREATE INDEX quest_data_waiting ON quest_data (created_at, id) WHERE review_decision IS NULL;
CREATE INDEX quest_data_waiting_by_quest ON quest_data (quest_id, created_at, id) WHERE review_decision IS NULL;
CREATE INDEX quest_data_waiting_doubtful_first ON quest_data ((- evidence_score), created_at, id)
  WHERE review_decision IS NULL;
CREATE INDEX quest_data_waiting_by_place ON quest_data (place_code(latitude, longitude), id)
  WHERE review_decision IS NULL;
-- Filters by accuracy are counted in the index alone.
CREATE INDEX quest_data_decided ON quest_data (review_decision, created_at, id) INCLUDE (accuracy)
  WHERE review_decision IS NOT NULL;
CREATE INDEX quest_data_decided_by_quest ON quest_data (quest_id, review_decision, created_at, id)
  WHERE review_decision IS NOT NULL;
CREATE INDEX quest_data_decided_doubtful_first ON quest_data (review_decision, (- evidence_score), created_at, id)
  WHERE review_decision IS NOT NULL;
CREATE INDEX quest_data_decided_by_place ON quest_data (review_decision, place_code(latitude, longitude), id)
  WHERE review_decision IS NOT NULL;
CREATE INDEX quest_data_evidence ON quest_data USING gin (evidence_codes) WITH (fastupdate = off)
  WHERE evidence_codes <> '{}';
-- The search for words of values. Without fastupdate no upload waits for the words of others.
CREATE INDEX quest_data_words ON quest_data
  USING gin (jsonb_to_tsvector('simple', additional_data - 'plant_id_data', '["string", "numeric"]'))
  WITH (fastupdate = off);

-- How many data points of a quest are in which state: the sum over its rows. Every change of data points adds a row with the
-- difference, so that no two of them wait for each other; the worker makes one row of many.
CREATE TABLE sample_counts (
  quest_id integer NOT NULL,
  state text NOT NULL,
  count integer NOT NULL
);
CREATE INDEX sample_counts_by_quest ON sample_counts (quest_id, state);

CREATE FUNCTION count_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sample_counts
    SELECT quest_id, coalesce(review_decision, 'pending'), count(*) FROM new_rows GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO sample_counts
    SELECT quest_id, coalesce(review_decision, 'pending'), - count(*) FROM old_rows GROUP BY 1, 2;
  ELSE
    INSERT INTO sample_counts
    SELECT quest_id, state, sum(difference) FROM (
      SELECT quest_id, coalesce(review_decision, 'pending') AS state, 1 AS difference FROM new_rows
      UNION ALL
      SELECT quest_id, coalesce(review_decision, 'pending'), -1 FROM old_rows) changes
    GROUP BY 1, 2 HAVING sum(difference) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER quest_data_counted_at_insert AFTER INSERT ON quest_data
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_samples();
CREATE TRIGGER quest_data_counted_at_delete AFTER DELETE ON quest_data
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_samples();
CREATE TRIGGER quest_data_counted_at_update AFTER UPDATE ON quest_data
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_samples();
INSERT INTO sample_counts
SELECT quest_id, coalesce(review_decision, 'pending'), count(*) FROM quest_data GROUP BY 1, 2;
