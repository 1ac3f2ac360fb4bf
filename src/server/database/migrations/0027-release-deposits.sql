-- Deposits of releases at an archive that gives them a DOI.
CREATE TABLE release_deposits (
  quest_id integer NOT NULL,
  number integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  -- Its origin.
  archive text NOT NULL,
  -- At the archive: first a draft, then the published record. A failed deposit keeps it, so that the next one goes on with it.
  record_id text,
  failure text,
  -- Why the archive refused it, in its words.
  answer text,
  bytes_done bigint NOT NULL DEFAULT 0,
  bytes_total bigint NOT NULL DEFAULT 0,
  CONSTRAINT release_deposits_pkey PRIMARY KEY (quest_id, number),
  CONSTRAINT release_deposits_release_exists FOREIGN KEY (quest_id, number) REFERENCES releases ON DELETE CASCADE,
  CONSTRAINT release_deposits_state_known CHECK (state IN ('waiting', 'failed', 'deposited')),
  CONSTRAINT release_deposits_failed_whole CHECK (state <> 'failed' OR failure IS NOT NULL)
);
