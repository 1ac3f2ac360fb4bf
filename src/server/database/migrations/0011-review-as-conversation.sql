-- A request for change is answered by a further revision: quest_data holds the newest, what it was before stays.
ALTER TABLE quest_data
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  -- When the newest revision arrived; null for the first, which arrived at created_at.
  ADD COLUMN revised_at timestamptz,
  -- The name of its own photo in addresses; null: the data point's id. A photo that takes the place of another has another name.
  ADD COLUMN photo_id uuid,
  -- When reviewers last did something that its adventurer has not seen; null: nothing.
  ADD COLUMN news_at timestamptz,
  -- What may speak against it, as it was found last: [{ code, weight, facts }], the heaviest first.
  ADD COLUMN evidence jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN evidence_codes text[] NOT NULL DEFAULT '{}',
  -- The sum of the weights: it orders the queue.
  ADD COLUMN evidence_score real NOT NULL DEFAULT 0,
  -- Of the rules that it was found by; null: not looked at yet.
  ADD COLUMN evidence_rules integer,
  ADD CONSTRAINT quest_data_revision_range CHECK (revision >= 1);
CREATE UNIQUE INDEX quest_data_photo_id ON quest_data (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX quest_data_news ON quest_data (adventurer_id, news_at) WHERE news_at IS NOT NULL;

-- Every revision but the first, with what the data point was before it.
CREATE TABLE data_point_revisions (
  quest_data_id uuid NOT NULL CONSTRAINT data_point_revisions_data_point_exists REFERENCES quest_data (id),
  revision integer NOT NULL,
  -- Made by its sender: sent twice, it is one revision.
  request_id uuid,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  before jsonb NOT NULL,
  CONSTRAINT data_point_revisions_pkey PRIMARY KEY (quest_data_id, revision),
  CONSTRAINT data_point_revisions_request_unique UNIQUE (request_id),
  CONSTRAINT data_point_revisions_range CHECK (revision >= 2)
);

-- The photos of former revisions that the newest does not have.
CREATE TABLE former_photos (
  -- The name in the photo's address, as it was.
  id uuid CONSTRAINT former_photos_pkey PRIMARY KEY,
  quest_data_id uuid NOT NULL CONSTRAINT former_photos_data_point_exists REFERENCES quest_data (id),
  -- `file`, or of the field.
  key text NOT NULL,
  photo_key text NOT NULL,
  photo_sha256 text NOT NULL,
  photo_bytes integer NOT NULL,
  photo_format text NOT NULL,
  photo_width integer,
  photo_height integer,
  exif_latitude double precision,
  exif_longitude double precision,
  exif_taken_at text,
  CONSTRAINT former_photos_photo_key_unique UNIQUE (photo_key),
  CONSTRAINT former_photos_sha256_form CHECK (photo_sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT former_photos_format_known CHECK (photo_format IN ('jpeg', 'png', 'webp', 'heic'))
);
CREATE INDEX former_photos_data_point ON former_photos (quest_data_id);

ALTER TABLE reviews
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  -- When its reviewer took it back: it stays in the history, and counts no more.
  ADD COLUMN undone_at timestamptz;

-- What an adventurer and reviewers write to each other about a data point.
CREATE TABLE data_point_messages (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT data_point_messages_pkey PRIMARY KEY,
  quest_data_id uuid NOT NULL CONSTRAINT data_point_messages_data_point_exists REFERENCES quest_data (id),
  -- Made by its sender: sent twice, it is one message.
  request_id uuid,
  author text NOT NULL,
  is_reviewer boolean NOT NULL,
  revision integer NOT NULL,
  text text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT data_point_messages_request_unique UNIQUE (request_id),
  CONSTRAINT data_point_messages_text_length CHECK (char_length(text) BETWEEN 1 AND 2000)
);
CREATE INDEX data_point_messages_by_data_point ON data_point_messages (quest_data_id, id);
CREATE INDEX data_point_messages_by_author ON data_point_messages (author);

-- Which samples reviewers have open. Not written to the log: after a crash nobody holds anything.
CREATE UNLOGGED TABLE review_claims (
  quest_data_id uuid CONSTRAINT review_claims_pkey PRIMARY KEY,
  claimed_by text NOT NULL,
  claimed_until timestamptz NOT NULL
);
CREATE INDEX review_claims_by_reviewer ON review_claims (claimed_by);
