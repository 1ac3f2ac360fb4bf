-- Signing keys are kept encrypted, as text; those of before are encrypted at the next start.
ALTER TABLE identity.signing_keys ALTER COLUMN private_jwk TYPE text USING private_jwk::text;
