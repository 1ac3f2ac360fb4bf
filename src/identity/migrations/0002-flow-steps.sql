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
  CONSTRAINT flow_steps_kind_known CHECK (kind IN ('challenge', 'password-reset'))
);
CREATE INDEX flow_steps_expires_at_idx ON identity.flow_steps (expires_at);
CREATE INDEX devices_grant_id_idx ON identity.devices (grant_id) WHERE grant_id IS NOT NULL;
