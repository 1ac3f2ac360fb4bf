-- How often anything changed that the map of quests shows: the sum over the rows. Whoever keeps the map knows by it when to load
-- it anew. Every change adds a row, so that no two of them wait for each other; the worker makes one row of many.
CREATE TABLE quest_changes (
  changes bigint NOT NULL DEFAULT 1
);

CREATE FUNCTION note_quest_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quest_changes DEFAULT VALUES;
  RETURN NULL;
END
$$;
CREATE TRIGGER quests_change_noted
  AFTER INSERT OR DELETE OR TRUNCATE
    OR UPDATE OF quest_name, quest_type, quest_status, search_text, location_id, latitude, longitude ON quests
  FOR EACH STATEMENT EXECUTE FUNCTION note_quest_change();
