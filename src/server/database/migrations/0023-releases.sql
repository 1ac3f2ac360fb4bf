-- Releases: accepted data points of one moment, published for good. Files are in the photo store under their SHA-256.

CREATE TABLE releases (
  quest_id integer NOT NULL CONSTRAINT releases_quest_exists REFERENCES quests (id),
  -- 1, 2, …; one that failed gives its number to the next.
  number integer NOT NULL,
  state text NOT NULL DEFAULT 'building',
  licence text NOT NULL,
  notes text NOT NULL,
  -- `[{ "name", "orcid" }]`
  authors jsonb NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  steps_done integer NOT NULL DEFAULT 0,
  steps_total integer NOT NULL DEFAULT 0,
  failure text,
  published_at timestamptz,
  -- What its data were, as in the contract.
  content jsonb,
  -- `{ "added", "changed", "removed" }`; null in the first.
  changes jsonb,
  doi text,
  withdrawn_at timestamptz,
  withdrawal_reason text,
  CONSTRAINT releases_pkey PRIMARY KEY (quest_id, number),
  CONSTRAINT releases_state_known CHECK (state IN ('building', 'published', 'failed', 'withdrawn')),
  CONSTRAINT releases_published_whole CHECK ((published_at IS NULL) = (state IN ('building', 'failed'))
    AND (content IS NULL) = (published_at IS NULL)),
  CONSTRAINT releases_withdrawn_whole CHECK ((state = 'withdrawn') = (withdrawn_at IS NOT NULL)
    AND num_nulls(withdrawn_at, withdrawal_reason) IN (0, 2)),
  CONSTRAINT releases_failed_whole CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX releases_building_unique ON releases (quest_id) WHERE state = 'building';

CREATE TABLE release_files (
  quest_id integer NOT NULL,
  number integer NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  media_type text NOT NULL,
  bytes bigint NOT NULL,
  -- Its key in the photo store is `releases/` and this.
  sha256 text NOT NULL,
  CONSTRAINT release_files_pkey PRIMARY KEY (quest_id, number, name),
  CONSTRAINT release_files_release_exists FOREIGN KEY (quest_id, number) REFERENCES releases ON DELETE CASCADE
);
CREATE INDEX release_files_by_sha256 ON release_files (sha256);

-- Which data points a release has, with a hash of what it says of each, so that the next one can tell what changed.
CREATE TABLE release_points (
  quest_id integer NOT NULL,
  number integer NOT NULL,
  point_id uuid NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT release_points_pkey PRIMARY KEY (quest_id, number, point_id),
  CONSTRAINT release_points_release_exists FOREIGN KEY (quest_id, number) REFERENCES releases ON DELETE CASCADE
);

-- While a release is built: what it says of each data point, and its photos. Deleted afterwards.
CREATE TABLE release_records (
  quest_id integer NOT NULL,
  number integer NOT NULL,
  point_id uuid NOT NULL,
  -- As published, with credit and adventurer, who isn't public.
  record jsonb NOT NULL,
  CONSTRAINT release_records_pkey PRIMARY KEY (quest_id, number, point_id),
  CONSTRAINT release_records_release_exists FOREIGN KEY (quest_id, number) REFERENCES releases ON DELETE CASCADE
);
CREATE TABLE release_photos (
  quest_id integer NOT NULL,
  number integer NOT NULL,
  position integer NOT NULL,
  -- `{ "id", "point_id", "key", "file", "archive", "sha256", "bytes", "credit" }`
  photo jsonb NOT NULL,
  CONSTRAINT release_photos_pkey PRIMARY KEY (quest_id, number, position),
  CONSTRAINT release_photos_release_exists FOREIGN KEY (quest_id, number) REFERENCES releases ON DELETE CASCADE
);
