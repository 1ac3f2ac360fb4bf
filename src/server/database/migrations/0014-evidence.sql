-- What the pictures made of photos show of themselves: see picture-signature.ts.
CREATE TABLE photo_signatures (
  -- Of the original. One that no data point names any more is swept.
  photo_key text CONSTRAINT photo_signatures_pkey PRIMARY KEY,
  hash bit(256) NOT NULL,
  -- The hash in 16 parts of 16 bits, each with its place: 65536 * place + bits. None where the picture is too plain.
  bands integer[] NOT NULL,
  contrast real NOT NULL,
  brightness real NOT NULL,
  dark_share real NOT NULL,
  sharpness real NOT NULL,
  -- Of the rules that it was made by.
  version integer NOT NULL
);
CREATE INDEX photo_signatures_bands ON photo_signatures USING gin (bands);

-- How the newest values of a quest's numeric fields are spread. Values in another unit are another series.
CREATE TABLE quest_value_spreads (
  quest_id integer NOT NULL CONSTRAINT quest_value_spreads_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  key text NOT NULL,
  -- UCUM code; empty where there is none.
  unit text NOT NULL,
  count integer NOT NULL,
  median double precision NOT NULL,
  -- The median of the absolute deviations from the median.
  deviation double precision NOT NULL,
  CONSTRAINT quest_value_spreads_pkey PRIMARY KEY (quest_id, key, unit)
);

-- Files that came before; a hash index takes a third of the room of one in order.
CREATE INDEX quest_data_sha256 ON quest_data USING hash (photo_sha256);
CREATE INDEX quest_data_photos_sha256 ON quest_data_photos USING hash (photo_sha256);
CREATE INDEX former_photos_sha256 ON former_photos USING hash (photo_sha256);
-- Neighbours on the ground, and in time.
CREATE INDEX quest_data_by_place ON quest_data (quest_id, latitude, longitude);
CREATE INDEX quest_data_by_moment ON quest_data (adventurer_id, quest_id, (coalesce(captured_at, created_at)), id);
