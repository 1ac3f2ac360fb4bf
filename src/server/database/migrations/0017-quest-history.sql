-- Who changed what of a quest, and what it was before. For its team.

CREATE TABLE quest_history (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT quest_history_pkey PRIMARY KEY,
  quest_id integer NOT NULL CONSTRAINT quest_history_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  person text NOT NULL,
  kind text NOT NULL,
  -- A list of { field, before, after }.
  changes jsonb NOT NULL,
  -- How many were added, changed and removed, and the first names of places.
  locations jsonb,
  CONSTRAINT quest_history_kind_known CHECK (kind IN ('created', 'changed'))
);
CREATE INDEX quest_history_by_quest ON quest_history (quest_id, id);
CREATE INDEX quest_history_by_person ON quest_history (person);
