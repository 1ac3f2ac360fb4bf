-- What happened in a quest, day by day, for its team.

-- By the day (UTC) on which somebody joined or a data point arrived, so that a decision, its undoing and a deletion only
-- change sums of that day. Each change adds rows with the difference, as in sample_counts; the worker merges rows.
CREATE TABLE quest_days (
  quest_id integer NOT NULL,
  day date NOT NULL,
  -- `joined`, or the state of data points.
  what text NOT NULL,
  count integer NOT NULL
);
CREATE INDEX quest_days_by_quest ON quest_days (quest_id, day);

CREATE FUNCTION count_quest_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO quest_days
    SELECT quest_id, (created_at AT TIME ZONE 'UTC')::date, coalesce(review_decision, 'pending'), count(*)
    FROM new_rows GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO quest_days
    SELECT quest_id, (created_at AT TIME ZONE 'UTC')::date, coalesce(review_decision, 'pending'), - count(*)
    FROM old_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO quest_days
    SELECT quest_id, (created_at AT TIME ZONE 'UTC')::date, state, sum(difference) FROM (
      SELECT quest_id, created_at, coalesce(review_decision, 'pending') AS state, 1 AS difference FROM new_rows
      UNION ALL
      SELECT quest_id, created_at, coalesce(review_decision, 'pending'), -1 FROM old_rows) changes
    GROUP BY 1, 2, 3 HAVING sum(difference) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER quest_data_by_day_at_insert AFTER INSERT ON quest_data
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_quest_days();
CREATE TRIGGER quest_data_by_day_at_delete AFTER DELETE ON quest_data
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_quest_days();
CREATE TRIGGER quest_data_by_day_at_update AFTER UPDATE ON quest_data
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_quest_days();

-- Neither the quest nor the day of a participation ever changes.
CREATE FUNCTION count_days_of_joining() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO quest_days
    SELECT quest_id, (joined_at AT TIME ZONE 'UTC')::date, 'joined', count(*) FROM new_rows GROUP BY 1, 2;
  ELSE
    INSERT INTO quest_days
    SELECT quest_id, (joined_at AT TIME ZONE 'UTC')::date, 'joined', - count(*) FROM old_rows GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER adventurer_quests_by_day_at_insert AFTER INSERT ON adventurer_quests
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days_of_joining();
CREATE TRIGGER adventurer_quests_by_day_at_delete AFTER DELETE ON adventurer_quests
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_days_of_joining();
