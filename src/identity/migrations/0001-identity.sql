-- The embedded identity provider. Only src/identity/ reads and writes this schema.
CREATE SCHEMA identity;

CREATE TABLE identity.accounts (
  id uuid CONSTRAINT accounts_pkey PRIMARY KEY,
  username text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  display_name text,
  enabled boolean NOT NULL DEFAULT true,
  -- Access tokens carry it: a change of roles or password ends those issued before.
  token_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT accounts_username_unique UNIQUE (username),
  CONSTRAINT accounts_email_unique UNIQUE (email),
  CONSTRAINT accounts_username_format CHECK (username ~ '^[a-z0-9._-]{3,40}$'),
  CONSTRAINT accounts_email_lower_case CHECK (email = lower(email)),
  CONSTRAINT accounts_email_length CHECK (length(email) BETWEEN 3 AND 254),
  CONSTRAINT accounts_display_name_length CHECK (length(display_name) BETWEEN 1 AND 120)
);

CREATE TABLE identity.passwords (
  account_id uuid CONSTRAINT passwords_pkey PRIMARY KEY,
  password_hash text NOT NULL,
  -- The account must choose a new password at its next sign-in.
  must_change boolean NOT NULL DEFAULT false,
  set_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT passwords_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE
);

CREATE TABLE identity.account_groups (
  account_id uuid NOT NULL,
  group_name text NOT NULL,
  CONSTRAINT account_groups_pkey PRIMARY KEY (account_id, group_name),
  CONSTRAINT account_groups_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE,
  CONSTRAINT account_groups_name_format CHECK (group_name ~ '^[A-Za-z0-9_.:-]{1,128}$')
);

-- A sign-up waits here until its e-mail address is proven, so that nobody holds a name or an address by claiming it.
CREATE TABLE identity.sign_ups (
  id uuid CONSTRAINT sign_ups_pkey PRIMARY KEY,
  -- The sign-in flow that the sign-up belongs to; the confirmation page of another browser does not reach it.
  interaction_id text NOT NULL,
  username text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  -- The terms that the form agreed to, until there is an account.
  terms_version text,
  -- Set once the account exists; the page that waits signs in with it.
  account_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT sign_ups_interaction_unique UNIQUE (interaction_id),
  CONSTRAINT sign_ups_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE
);
CREATE INDEX sign_ups_expires_at_idx ON identity.sign_ups (expires_at);
CREATE INDEX sign_ups_username_idx ON identity.sign_ups (username);

-- Six-digit codes sent by mail or text message. `subject_id` is a sign-up or an account, by purpose.
CREATE TABLE identity.codes (
  id uuid CONSTRAINT codes_pkey PRIMARY KEY,
  purpose text NOT NULL,
  subject_id uuid NOT NULL,
  code_hash text NOT NULL,
  -- The secret of the link in the same message, where there is one.
  link_hash text,
  attempts_left integer NOT NULL,
  sends integer NOT NULL DEFAULT 1,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT codes_subject_unique UNIQUE (purpose, subject_id),
  CONSTRAINT codes_link_unique UNIQUE (link_hash),
  CONSTRAINT codes_attempts_left_range CHECK (attempts_left >= 0)
);
CREATE INDEX codes_expires_at_idx ON identity.codes (expires_at);

-- Counted attempts within a window of time, by what is limited (`sign-in:account:…`, `sign-in:address:…`).
CREATE TABLE identity.attempts (
  key text CONSTRAINT attempts_pkey PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
CREATE INDEX attempts_window_ends_at_idx ON identity.attempts (window_ends_at);

-- Grants, sessions, codes, refresh tokens and running sign-ins of the OpenID provider.
CREATE TABLE identity.oidc_payloads (
  model text NOT NULL,
  -- A digest of the value for codes and refresh tokens, the value itself for the others.
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  session_uid text,
  account_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  consumed_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT oidc_payloads_pkey PRIMARY KEY (model, id)
);
CREATE INDEX oidc_payloads_grant_id_idx ON identity.oidc_payloads (grant_id) WHERE grant_id IS NOT NULL;
CREATE UNIQUE INDEX oidc_payloads_session_uid_idx ON identity.oidc_payloads (session_uid) WHERE session_uid IS NOT NULL;
CREATE INDEX oidc_payloads_account_id_idx ON identity.oidc_payloads (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX oidc_payloads_expires_at_idx ON identity.oidc_payloads (expires_at);

-- The newest key signs; the older ones stay published until the tokens they signed have expired. Encrypted.
CREATE TABLE identity.signing_keys (
  kid text CONSTRAINT signing_keys_pkey PRIMARY KEY,
  private_jwk text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);

-- Keys for cookies and for the digests of short codes; the newest one is used, all are accepted.
CREATE TABLE identity.secrets (
  purpose text NOT NULL,
  value text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT secrets_pkey PRIMARY KEY (purpose, value)
);

CREATE TABLE identity.second_factors (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  -- The shared secret of an authenticator app, or the phone number for text messages.
  secret text NOT NULL,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: a code never counts twice.
  last_used_step bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT second_factors_pkey PRIMARY KEY (account_id, kind),
  CONSTRAINT second_factors_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE,
  CONSTRAINT second_factors_kind_known CHECK (kind IN ('software_token', 'text_message'))
);

CREATE TABLE identity.recovery_codes (
  account_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE
);

CREATE TABLE identity.devices (
  id uuid CONSTRAINT devices_pkey PRIMARY KEY,
  account_id uuid NOT NULL,
  cookie_hash text NOT NULL,
  name text NOT NULL,
  remembered boolean NOT NULL DEFAULT false,
  grant_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT devices_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE,
  CONSTRAINT devices_cookie_unique UNIQUE (account_id, cookie_hash)
);
CREATE INDEX devices_grant_id_idx ON identity.devices (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX devices_account_last_seen_idx ON identity.devices (account_id, last_seen_at DESC, id);

-- Who changed what about an account, and when. Names, not references: the trail outlives the accounts.
CREATE TABLE identity.account_audit (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT account_audit_pkey PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  username text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX account_audit_username_idx ON identity.account_audit (username, id DESC);

-- What a running sign-in has proven so far, or what it waits for; bound to its flow, and so to its browser.
CREATE TABLE identity.flow_steps (
  interaction_id text NOT NULL,
  kind text NOT NULL,
  -- Without one, a password reset for a name that nobody has: it goes on like any other and leads nowhere.
  account_id uuid,
  data jsonb NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  CONSTRAINT flow_steps_pkey PRIMARY KEY (interaction_id, kind),
  CONSTRAINT flow_steps_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE,
  CONSTRAINT flow_steps_kind_known CHECK (kind IN ('challenge', 'password-reset', 'kept-password'))
);
CREATE INDEX flow_steps_expires_at_idx ON identity.flow_steps (expires_at);

-- Sessions whose user gave the password again a moment ago, before a change that asks for it.
CREATE TABLE identity.session_proofs (
  session_uid text CONSTRAINT session_proofs_pkey PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_proofs_expires_at_idx ON identity.session_proofs (expires_at);

-- The page that answers a form, until the browser has been sent on to it and for a while after, for the way back.
CREATE TABLE identity.shown_pages (
  id uuid CONSTRAINT shown_pages_pkey PRIMARY KEY,
  -- A digest of the browser's secret; the page is encrypted by the secret itself, which only the browser has.
  browser text NOT NULL,
  address text NOT NULL,
  page text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX shown_pages_browser_idx ON identity.shown_pages (browser);
CREATE INDEX shown_pages_expires_at_idx ON identity.shown_pages (expires_at);

-- Which terms an account agreed to, and when. The version is a digest of what the person could read.
CREATE TABLE identity.terms_agreements (
  account_id uuid NOT NULL,
  version text NOT NULL,
  agreed_at timestamptz NOT NULL,
  CONSTRAINT terms_agreements_pkey PRIMARY KEY (account_id, version),
  CONSTRAINT terms_agreements_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE
);

-- Names of accounts that are gone. Nobody is given one again: what was done under it stays with it.
CREATE TABLE identity.former_usernames (
  username text CONSTRAINT former_usernames_pkey PRIMARY KEY,
  -- Of the account that had it.
  account_id uuid NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  -- What the person wanted done with the data of theirs that nobody accepted.
  deletes_unaccepted boolean NOT NULL DEFAULT false,
  -- When the rest of the product heard of it; null while it still has to.
  told_at timestamptz
);
CREATE INDEX former_usernames_untold ON identity.former_usernames (removed_at) WHERE told_at IS NULL;

-- In the database, so that it holds for whatever makes, renames or removes an account.
CREATE FUNCTION identity.keep_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO identity.former_usernames (username, account_id) VALUES (OLD.username, OLD.id);
  ELSE
    INSERT INTO identity.former_usernames (username, account_id, told_at) VALUES (OLD.username, OLD.id, now());
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_keep_former_username AFTER DELETE ON identity.accounts
  FOR EACH ROW EXECUTE FUNCTION identity.keep_former_username();
CREATE TRIGGER accounts_keep_renamed_username AFTER UPDATE OF username ON identity.accounts
  FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION identity.keep_former_username();

-- After the row is there: by then an account of this name that is just being removed is removed, and its name kept.
CREATE FUNCTION identity.refuse_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM identity.former_usernames WHERE username = NEW.username) THEN
    RAISE EXCEPTION 'the username % was another account''s', NEW.username
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'accounts_username_never_used';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_refuse_former_username AFTER INSERT OR UPDATE OF username ON identity.accounts
  FOR EACH ROW EXECUTE FUNCTION identity.refuse_former_username();
