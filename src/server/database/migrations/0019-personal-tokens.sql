-- Tokens with which programs act as a person. Of a token only its SHA-256 is stored.

CREATE TABLE personal_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT personal_tokens_pkey PRIMARY KEY,
  adventurer_id text NOT NULL CONSTRAINT personal_tokens_adventurer_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  name text NOT NULL,
  token_sha256 bytea NOT NULL,
  scope text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Written at most once a minute.
  last_used_at timestamptz,
  CONSTRAINT personal_tokens_token_unique UNIQUE (token_sha256),
  CONSTRAINT personal_tokens_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT personal_tokens_scope_known CHECK (scope IN ('read', 'write'))
);
CREATE INDEX personal_tokens_by_adventurer ON personal_tokens (adventurer_id, id);
