-- Photos on their way to a data point, in parts that outlive the line they came over. The bytes are in the photo store.
CREATE TABLE resumable_uploads (
  id uuid CONSTRAINT resumable_uploads_pkey PRIMARY KEY,
  adventurer_id text NOT NULL CONSTRAINT resumable_uploads_adventurer_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  length_bytes integer NOT NULL,
  received_bytes integer NOT NULL DEFAULT 0,
  -- As the client sent it.
  metadata jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it last grew.
  touched_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT resumable_uploads_length CHECK (length_bytes >= 0),
  CONSTRAINT resumable_uploads_received CHECK (received_bytes BETWEEN 0 AND length_bytes)
);
CREATE INDEX resumable_uploads_by_adventurer ON resumable_uploads (adventurer_id, touched_at DESC);
CREATE INDEX resumable_uploads_by_age ON resumable_uploads (touched_at);

-- Two requests that go on at the same byte cannot both do so.
CREATE TABLE resumable_upload_chunks (
  upload_id uuid NOT NULL CONSTRAINT resumable_upload_chunks_upload_exists
    REFERENCES resumable_uploads (id) ON DELETE CASCADE,
  starts_at integer NOT NULL,
  size_bytes integer NOT NULL,
  photo_key text NOT NULL CONSTRAINT resumable_upload_chunks_photo_key_unique UNIQUE,
  CONSTRAINT resumable_upload_chunks_pkey PRIMARY KEY (upload_id, starts_at),
  CONSTRAINT resumable_upload_chunks_size CHECK (size_bytes > 0)
);
