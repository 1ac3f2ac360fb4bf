-- A person's data points of a quest: their number, their states and their places are read from the index alone.
DROP INDEX quest_data_by_adventurer;
CREATE INDEX quest_data_by_adventurer ON quest_data (adventurer_id, quest_id, created_at, id)
  INCLUDE (review_decision, protocol_version, latitude, longitude, accuracy);

-- Words as a list has them in order: without case and accents, and 9 before 10.
CREATE FUNCTION sort_words(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  plain text := regexp_replace(lower(normalize(left(words, 120), NFKD)), '[\u0300-\u036f]', '', 'g');
BEGIN
  RETURN regexp_replace(regexp_replace(plain, '([0-9]+)', '000000000\1', 'g'), '[0-9]*([0-9]{10})', '\1', 'g')
    COLLATE "C";
END
$$;
CREATE FUNCTION sort_status(quest_status text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_position(
    ARRAY['INACTIVE', 'ACCEPTING_APPLICATIONS', 'IN_PROGRESS', 'DATA_PROCESSING', 'COMPLETED'], quest_status)
$$;
-- The orders of the administrators' table of quests; rows without a value come last in both directions.
CREATE INDEX quests_by_name ON quests (sort_words(quest_name) COLLATE "C", id);
CREATE INDEX quests_by_status ON quests (sort_status(quest_status), id);
CREATE INDEX quests_by_deadline ON quests (coalesce(quest_deadline, 'infinity'), id);
CREATE INDEX quests_by_deadline_latest ON quests (coalesce(quest_deadline, '-infinity'), id);
CREATE INDEX quests_with_protocol ON quests (id) WHERE protocol_version IS NOT NULL;
CREATE INDEX organizations_by_name ON organizations (sort_words(organization_name) COLLATE "C", id);
CREATE INDEX quest_locations_by_name ON quest_locations
  (sort_words(locality || ', ' || country) COLLATE "C", quest_id, id);
DROP INDEX quests_organization;
CREATE INDEX quests_organization ON quests (organization_id, id);

-- How much there is in each quest. Adventurers are counted as they come; data points by the worker, from sample_counts.
CREATE TABLE quest_figures (
  quest_id integer CONSTRAINT quest_figures_pkey PRIMARY KEY
    CONSTRAINT quest_figures_quest_fkey REFERENCES quests (id) ON DELETE CASCADE,
  adventurer_count integer NOT NULL DEFAULT 0,
  active_adventurer_count integer NOT NULL DEFAULT 0,
  sample_count integer NOT NULL DEFAULT 0
);
INSERT INTO quest_figures
SELECT q.id, coalesce(a.joined, 0), coalesce(a.active, 0), coalesce(n.count, 0) FROM quests q
LEFT JOIN (SELECT quest_id, count(*) AS joined, count(*) FILTER (WHERE status <> 'completed') AS active
  FROM adventurer_quests GROUP BY quest_id) a ON a.quest_id = q.id
LEFT JOIN (SELECT quest_id, sum(count) AS count FROM sample_counts GROUP BY quest_id) n ON n.quest_id = q.id;
CREATE INDEX quest_figures_by_samples ON quest_figures (sample_count, quest_id);
CREATE INDEX quest_figures_by_applications ON quest_figures (active_adventurer_count, quest_id);

CREATE FUNCTION add_quest_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quest_figures (quest_id) SELECT id FROM new_rows;
  RETURN NULL;
END
$$;
CREATE TRIGGER quests_with_figures AFTER INSERT ON quests
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_quest_figures();

CREATE FUNCTION count_adventurers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE quest_figures f SET adventurer_count = adventurer_count + c.joined,
      active_adventurer_count = active_adventurer_count + c.active
    FROM (SELECT quest_id, count(*) AS joined, count(*) FILTER (WHERE status <> 'completed') AS active
      FROM new_rows GROUP BY quest_id) c WHERE c.quest_id = f.quest_id;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE quest_figures f SET adventurer_count = adventurer_count - c.joined,
      active_adventurer_count = active_adventurer_count - c.active
    FROM (SELECT quest_id, count(*) AS joined, count(*) FILTER (WHERE status <> 'completed') AS active
      FROM old_rows GROUP BY quest_id) c WHERE c.quest_id = f.quest_id;
  ELSE
    UPDATE quest_figures f SET active_adventurer_count = active_adventurer_count + c.active
    FROM (SELECT quest_id, sum(active) AS active FROM (
        SELECT quest_id, (status <> 'completed')::integer AS active FROM new_rows
        UNION ALL
        SELECT quest_id, - (status <> 'completed')::integer FROM old_rows) changes
      GROUP BY quest_id HAVING sum(active) <> 0) c WHERE c.quest_id = f.quest_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER adventurer_quests_counted_at_insert AFTER INSERT ON adventurer_quests
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_adventurers();
CREATE TRIGGER adventurer_quests_counted_at_delete AFTER DELETE ON adventurer_quests
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_adventurers();
CREATE TRIGGER adventurer_quests_counted_at_update AFTER UPDATE ON adventurer_quests
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_adventurers();

-- The sums over quest_figures, of which there is one row: as the worker last counted.
CREATE TABLE quest_totals (
  only_row boolean CONSTRAINT quest_totals_pkey PRIMARY KEY DEFAULT true
    CONSTRAINT quest_totals_only_row CHECK (only_row),
  quests integer NOT NULL,
  adventurers bigint NOT NULL,
  data_points bigint NOT NULL
);
INSERT INTO quest_totals (quests, adventurers, data_points)
SELECT count(*), coalesce(sum(adventurer_count), 0), coalesce(sum(sample_count), 0) FROM quest_figures;
