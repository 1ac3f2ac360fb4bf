-- What a sign-in by SRP is checked against, for each name that a password may be given with. Sealed: it can be guessed
-- faster than the password's hash. It belongs to the hash, so that it ends with the password.
CREATE TABLE identity.password_verifiers (
  password_hash text NOT NULL,
  -- The username or the e-mail address that the verifier was made for.
  login_name text NOT NULL,
  salt text NOT NULL,
  verifier text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT password_verifiers_pkey PRIMARY KEY (password_hash, login_name)
);
CREATE INDEX password_verifiers_created_at_idx ON identity.password_verifiers (created_at);

-- The secret that an app made for the device it runs on, as a verifier of SRP; sealed.
CREATE TABLE identity.device_verifiers (
  device_id uuid CONSTRAINT device_verifiers_pkey PRIMARY KEY,
  salt text NOT NULL,
  verifier text NOT NULL,
  CONSTRAINT device_verifiers_device_fkey FOREIGN KEY (device_id) REFERENCES identity.devices (id) ON DELETE CASCADE
);

-- The second factor that is asked for first.
ALTER TABLE identity.second_factors ADD COLUMN preferred boolean NOT NULL DEFAULT false;

-- Applications that people sign in to with their account here, besides Cairn itself.
CREATE TABLE identity.clients (
  id text CONSTRAINT clients_pkey PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL,
  -- A digest: the secret is shown once.
  secret_hash text,
  redirect_addresses text[] NOT NULL,
  sign_out_addresses text[] NOT NULL DEFAULT '{}',
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  CONSTRAINT clients_name_unique UNIQUE (name),
  CONSTRAINT clients_name_length CHECK (length(name) BETWEEN 1 AND 60),
  CONSTRAINT clients_kind_known CHECK (kind IN ('public', 'confidential')),
  CONSTRAINT clients_secret_of_confidential CHECK ((kind = 'confidential') = (secret_hash IS NOT NULL)),
  CONSTRAINT clients_redirect_addresses_some CHECK (cardinality(redirect_addresses) BETWEEN 1 AND 20)
);

-- What people let a client know and do.
CREATE TABLE identity.consents (
  account_id uuid NOT NULL,
  client_id text NOT NULL,
  scopes text[] NOT NULL,
  granted_at timestamptz NOT NULL,
  CONSTRAINT consents_pkey PRIMARY KEY (account_id, client_id),
  CONSTRAINT consents_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE,
  CONSTRAINT consents_client_fkey FOREIGN KEY (client_id) REFERENCES identity.clients (id) ON DELETE CASCADE
);
CREATE INDEX consents_client_id_idx ON identity.consents (client_id);
