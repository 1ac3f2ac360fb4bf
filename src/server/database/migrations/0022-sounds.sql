-- Sounds of questions and options, as they were uploaded. Like pictures, they never change.

CREATE TABLE sounds (
  id uuid CONSTRAINT sounds_pkey PRIMARY KEY,
  organization_id integer NOT NULL CONSTRAINT sounds_organization_exists REFERENCES organizations (id),
  format text NOT NULL CONSTRAINT sounds_format_known CHECK (format IN ('webm', 'ogg', 'mp4', 'mp3')),
  seconds real,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Recordings can be MP3 as well.

ALTER TABLE quest_data_photos DROP CONSTRAINT quest_data_photos_format_known;
ALTER TABLE quest_data_photos ADD CONSTRAINT quest_data_photos_format_known
  CHECK (photo_format IN ('jpeg', 'png', 'webp', 'heic', 'webm', 'ogg', 'mp4', 'mp3', 'pdf'));

ALTER TABLE former_photos DROP CONSTRAINT former_photos_format_known;
ALTER TABLE former_photos ADD CONSTRAINT former_photos_format_known
  CHECK (photo_format IN ('jpeg', 'png', 'webp', 'heic', 'webm', 'ogg', 'mp4', 'mp3', 'pdf'));
