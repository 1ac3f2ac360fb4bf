-- Answers that were public although they are made of places, moments or closed answers: what is public is made anew.

-- Columns that tell where something is; an empty name stands for codes and labels. Null before somebody has looked, and
-- then any may. See `protocol/lists/place-columns.ts`.
ALTER TABLE list_versions ADD place_columns text[];

-- Lists that any version of a quest's protocol uses: whoever may see the quest may see them.
CREATE TABLE quest_lists (
  quest_id integer NOT NULL CONSTRAINT quest_lists_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  list_id integer NOT NULL CONSTRAINT quest_lists_list_exists REFERENCES lists (id),
  CONSTRAINT quest_lists_pkey PRIMARY KEY (list_id, quest_id)
);
CREATE INDEX quest_lists_by_quest ON quest_lists (quest_id);

-- Of fields at any depth, and by name.
CREATE FUNCTION lists_in(protocol jsonb) RETURNS SETOF integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT DISTINCT id::integer FROM (
    SELECT jsonb_path_query(protocol, 'lax $.fields.**.list.id', '{}', true)
    UNION ALL SELECT jsonb_path_query(protocol, 'lax $.lists[*].id', '{}', true)) AS used (id)
  WHERE jsonb_typeof(id) = 'number'
$$;

CREATE FUNCTION note_lists_of_quest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quest_lists (quest_id, list_id)
  SELECT NEW.quest_id, l.id FROM lists_in(NEW.protocol::jsonb) AS used (id) JOIN lists l ON l.id = used.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER protocol_versions_lists_noted AFTER INSERT ON protocol_versions
  FOR EACH ROW EXECUTE FUNCTION note_lists_of_quest();

INSERT INTO quest_lists (quest_id, list_id)
SELECT DISTINCT v.quest_id, l.id FROM protocol_versions v, lists_in(v.protocol::jsonb) AS used (id)
JOIN lists l ON l.id = used.id;

-- As after a stricter policy: nothing of a quest is public until it is published anew.
CREATE FUNCTION publish_all_again(quest integer) RETURNS void LANGUAGE sql AS $$
  DELETE FROM published_points WHERE quest_id = quest;
  UPDATE quest_results SET changes = changes + 1, made_after = NULL, made_at = NULL, summary = NULL
  WHERE quest_id = quest;
  DELETE FROM points_to_publish WHERE quest_id = quest;
  INSERT INTO points_to_publish
  SELECT d.quest_id, d.id FROM quest_data d JOIN quests q ON q.id = d.quest_id
  WHERE q.id = quest AND q.results_visibility = 'public' AND d.review_decision = 'accepted';
$$;

SELECT publish_all_again(id) FROM quests WHERE results_visibility = 'public';

INSERT INTO jobs (kind, unique_key)
SELECT 'judge-what-was-published', 'judge-what-was-published'
WHERE EXISTS (SELECT FROM list_versions) OR EXISTS (SELECT FROM releases WHERE state = 'published');
