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
