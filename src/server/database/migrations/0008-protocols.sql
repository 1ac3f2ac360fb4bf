-- What a quest asks for, version by version, as it was written: json, which keeps the order of languages. Numbers only grow.
CREATE TABLE protocol_versions (
  quest_id integer NOT NULL CONSTRAINT protocol_versions_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  version integer NOT NULL,
  protocol json NOT NULL,
  -- Lists of quests say it, and a protocol may be long.
  target_count integer GENERATED ALWAYS AS ((protocol ->> 'target_count')::integer) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT protocol_versions_pkey PRIMARY KEY (quest_id, version),
  CONSTRAINT protocol_versions_version_range CHECK (version BETWEEN 1 AND 999999)
);

-- Data points were measured under a version, and phones keep it.
CREATE FUNCTION refuse_change_of_protocol_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a protocol never changes: quest %, version %', OLD.quest_id, OLD.version
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'protocol_versions_never_change';
END
$$;
CREATE TRIGGER protocol_versions_never_change BEFORE UPDATE ON protocol_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_protocol_version();

ALTER TABLE quests
  -- The newest version; null for the specification's form.
  ADD COLUMN protocol_version integer,
  -- What was measured with the specification's form may still wait on a phone.
  ADD COLUMN had_specification_form boolean NOT NULL DEFAULT true,
  -- The most photos, beside that of the data point itself, that any version asks for: an upload has no more.
  ADD COLUMN photo_field_count_max integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT quests_protocol_exists FOREIGN KEY (id, protocol_version)
    REFERENCES protocol_versions (quest_id, version),
  ADD CONSTRAINT quests_form_remembered CHECK (protocol_version IS NOT NULL OR had_specification_form);

-- A protocol may ask for no photo of the data point itself.
ALTER TABLE quest_data
  ADD COLUMN protocol_version integer,
  ALTER COLUMN photo_key DROP NOT NULL,
  ALTER COLUMN photo_sha256 DROP NOT NULL,
  ALTER COLUMN photo_bytes DROP NOT NULL,
  ALTER COLUMN photo_format DROP NOT NULL,
  ADD CONSTRAINT quest_data_protocol_exists FOREIGN KEY (quest_id, protocol_version)
    REFERENCES protocol_versions (quest_id, version),
  ADD CONSTRAINT quest_data_photo_complete CHECK (
    num_nulls(photo_key, photo_sha256, photo_bytes, photo_format) = 0
    OR num_nonnulls(photo_key, photo_sha256, photo_bytes, photo_format, photo_width, photo_height, exif_latitude,
      exif_longitude, exif_taken_at) = 0);

-- The photos that fields ask for; that of the data point itself stands in its row.
CREATE TABLE quest_data_photos (
  -- Also the name in the photo's address.
  id uuid CONSTRAINT quest_data_photos_pkey PRIMARY KEY,
  quest_data_id uuid NOT NULL CONSTRAINT quest_data_photos_data_point_exists REFERENCES quest_data (id),
  -- Of the field.
  key text NOT NULL,
  -- The field's place in its protocol.
  position integer NOT NULL,
  photo_key text NOT NULL,
  photo_sha256 text NOT NULL,
  photo_bytes integer NOT NULL,
  photo_format text NOT NULL,
  photo_width integer,
  photo_height integer,
  exif_latitude double precision,
  exif_longitude double precision,
  exif_taken_at text,
  CONSTRAINT quest_data_photos_once_a_field UNIQUE (quest_data_id, key),
  CONSTRAINT quest_data_photos_photo_key_unique UNIQUE (photo_key),
  CONSTRAINT quest_data_photos_key_form CHECK (key ~ '^[a-z][a-z0-9_]*$'),
  CONSTRAINT quest_data_photos_sha256_form CHECK (photo_sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT quest_data_photos_format_known CHECK (photo_format IN ('jpeg', 'png', 'webp', 'heic'))
);
