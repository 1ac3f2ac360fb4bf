-- Signing keys are kept encrypted, as text; those of before are encrypted at the next start.
ALTER TABLE identity.signing_keys ALTER COLUMN private_jwk TYPE text USING private_jwk::text;

-- Sessions whose user gave the password again a moment ago, before a change that asks for it.
CREATE TABLE identity.session_proofs (
  session_uid text CONSTRAINT session_proofs_pkey PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_proofs_expires_at_idx ON identity.session_proofs (expires_at);
