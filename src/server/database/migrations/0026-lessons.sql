-- What volunteers of a quest learn before or while they measure, and how they answered.

CREATE TABLE lessons (
  quest_id integer NOT NULL CONSTRAINT lessons_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  version integer NOT NULL,
  cards jsonb NOT NULL,
  asked text NOT NULL,
  -- After how many denied data points; null unless it is asked then.
  denied_count integer,
  saved_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT lessons_pkey PRIMARY KEY (quest_id, version),
  CONSTRAINT lessons_asked_known CHECK (asked IN ('never', 'before_first', 'after_denied')),
  CONSTRAINT lessons_denied_count_given CHECK ((asked = 'after_denied') = (denied_count IS NOT NULL))
);

CREATE TABLE lesson_attempts (
  -- From the phone, so that sending twice makes one attempt.
  id uuid NOT NULL,
  adventurer_id text NOT NULL,
  quest_id integer NOT NULL,
  version integer NOT NULL,
  -- By the phone's clock.
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- By card key: all answers, in order.
  answers jsonb NOT NULL,
  passed boolean NOT NULL,
  CONSTRAINT lesson_attempts_pkey PRIMARY KEY (adventurer_id, quest_id, id),
  CONSTRAINT lesson_attempts_joined FOREIGN KEY (adventurer_id, quest_id)
    REFERENCES adventurer_quests (adventurer_id, quest_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT lesson_attempts_version_exists FOREIGN KEY (quest_id, version)
    REFERENCES lessons (quest_id, version) ON DELETE CASCADE
);
CREATE INDEX lesson_attempts_by_time ON lesson_attempts (adventurer_id, quest_id, received_at DESC) WHERE passed;

-- The first answer of each volunteer to each question about a value. An attempt after it knows the reference.
CREATE TABLE practice_values (
  adventurer_id text NOT NULL,
  quest_id integer NOT NULL,
  card_key text NOT NULL,
  unit text NOT NULL,
  reference double precision NOT NULL,
  answer double precision NOT NULL,
  CONSTRAINT practice_values_pkey PRIMARY KEY (quest_id, adventurer_id, card_key, unit, reference),
  CONSTRAINT practice_values_joined FOREIGN KEY (adventurer_id, quest_id)
    REFERENCES adventurer_quests (adventurer_id, quest_id) ON UPDATE CASCADE ON DELETE CASCADE
);
