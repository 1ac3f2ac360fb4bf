-- Results that everybody may see. `published_points` is a copy of accepted data points that has only what is public: what
-- answers visitors reads it, and never quest_data.

ALTER TABLE quests
  ADD COLUMN results_visibility text NOT NULL DEFAULT 'hidden',
  -- How exact published positions are: `exact`, degrees to which they are rounded, or `hidden`.
  ADD COLUMN results_positions text NOT NULL DEFAULT 'hidden',
  ADD CONSTRAINT quests_results_visibility_known CHECK (results_visibility IN ('hidden', 'public')),
  ADD CONSTRAINT quests_results_positions_known CHECK (
    results_positions IN ('exact', 'hidden', '0.001', '0.01', '0.1', '1'));

-- How published data points name them: by username, by another name, or not at all.
ALTER TABLE adventurers
  ADD COLUMN credit text NOT NULL DEFAULT 'none',
  ADD COLUMN credit_name text,
  ADD CONSTRAINT adventurers_credit_known CHECK (credit IN ('username', 'name', 'none')),
  ADD CONSTRAINT adventurers_credit_named CHECK ((credit = 'name') = (credit_name IS NOT NULL)),
  ADD CONSTRAINT adventurers_credit_name_length CHECK (char_length(credit_name) BETWEEN 1 AND 80);

CREATE TABLE published_points (
  id uuid CONSTRAINT published_points_pkey PRIMARY KEY
    CONSTRAINT published_points_data_point_exists REFERENCES quest_data (id) ON DELETE CASCADE,
  quest_id integer NOT NULL CONSTRAINT published_points_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  protocol_version integer,
  -- On which it was measured (UTC).
  day date NOT NULL,
  -- Null unless positions are exact.
  measured_at timestamptz,
  -- Null if positions are hidden.
  latitude double precision,
  longitude double precision,
  -- Null if nobody knows.
  uncertainty_meters integer,
  -- As in quest_data, without what isn't public.
  additional_data jsonb NOT NULL,
  -- `[{ "id", "key", "sha256" }]`; the data point's own photo has no key.
  files jsonb NOT NULL,
  CONSTRAINT published_points_place_whole CHECK (num_nulls(latitude, longitude) IN (0, 2))
);
-- In this order, data points that are read while others arrive are neither missed nor repeated. The ids are random.
CREATE INDEX published_points_by_quest ON published_points (quest_id, id);
CREATE INDEX published_points_by_day ON published_points (quest_id, day DESC, id);

-- Data points whose copy is missing, outdated or gone. Rows are only added and taken, so that reviewers never wait for
-- each other.
CREATE TABLE points_to_publish (
  quest_id integer NOT NULL,
  point_id uuid NOT NULL
);
CREATE INDEX points_to_publish_by_quest ON points_to_publish (quest_id);

-- What a quest's results page shows, made of its published data points.
CREATE TABLE quest_results (
  quest_id integer CONSTRAINT quest_results_pkey PRIMARY KEY
    CONSTRAINT quest_results_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  -- How often its published data points changed, and after how many changes the summary was made.
  changes bigint NOT NULL DEFAULT 0,
  made_after bigint,
  made_at timestamptz,
  summary jsonb,
  CONSTRAINT quest_results_made_whole CHECK (num_nulls(made_after, made_at, summary) IN (0, 3))
);

CREATE FUNCTION publish_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO points_to_publish
    SELECT o.quest_id, o.id FROM changed_rows o JOIN quests q ON q.id = o.quest_id
    WHERE o.review_decision = 'accepted' AND q.results_visibility = 'public';
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- At once: what isn't accepted any more must not stay public until a worker looks.
    WITH gone AS (
      DELETE FROM published_points p USING changed_rows n
      WHERE p.id = n.id AND n.review_decision IS DISTINCT FROM 'accepted' RETURNING p.quest_id, p.id)
    INSERT INTO points_to_publish SELECT quest_id, id FROM gone;
  END IF;
  INSERT INTO points_to_publish
  SELECT n.quest_id, n.id FROM changed_rows n JOIN quests q ON q.id = n.quest_id
  WHERE n.review_decision = 'accepted' AND q.results_visibility = 'public';
  RETURN NULL;
END
$$;
CREATE TRIGGER quest_data_published_at_insert AFTER INSERT ON quest_data
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_again();
CREATE TRIGGER quest_data_published_at_update AFTER UPDATE ON quest_data
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_again();
CREATE TRIGGER quest_data_published_at_delete AFTER DELETE ON quest_data
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION publish_again();

CREATE FUNCTION publish_quest_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.results_visibility, OLD.results_positions) IS DISTINCT FROM (NEW.results_visibility, NEW.results_positions) THEN
    DELETE FROM published_points WHERE quest_id = NEW.id;
    DELETE FROM quest_results WHERE quest_id = NEW.id;
  ELSE
    UPDATE quest_results SET changes = changes + 1 WHERE quest_id = NEW.id;
  END IF;
  DELETE FROM points_to_publish WHERE quest_id = NEW.id;
  IF NEW.results_visibility = 'public' THEN
    INSERT INTO points_to_publish
    SELECT quest_id, id FROM quest_data WHERE quest_id = NEW.id AND review_decision = 'accepted';
  END IF;
  RETURN NULL;
END
$$;
-- The newest version of the protocol decides for all data points which answers are public.
CREATE TRIGGER quests_published_again AFTER UPDATE OF results_visibility, results_positions, protocol_version ON quests
  FOR EACH ROW WHEN ((OLD.results_visibility, OLD.results_positions, OLD.protocol_version)
    IS DISTINCT FROM (NEW.results_visibility, NEW.results_positions, NEW.protocol_version))
  EXECUTE FUNCTION publish_quest_again();
