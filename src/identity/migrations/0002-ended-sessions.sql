-- Sign-ins that have ended, for what the product keeps by session. Rows go soon after they were told.
CREATE TABLE identity.ended_sessions (
  grant_id text CONSTRAINT ended_sessions_pkey PRIMARY KEY,
  account_id uuid,
  ended_at timestamptz NOT NULL DEFAULT now()
);

-- In the database, so that it holds for whatever ends a sign-in: sign-out, revocation, expiry, a removed account.
CREATE FUNCTION identity.keep_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ended_sessions (grant_id, account_id) VALUES (OLD.id, OLD.account_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER oidc_payloads_keep_ended_session AFTER DELETE ON identity.oidc_payloads
  FOR EACH ROW WHEN (OLD.model = 'Grant') EXECUTE FUNCTION identity.keep_ended_session();
