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

-- A password that was typed and fits, while something else in its form is wrong.
ALTER TABLE identity.flow_steps DROP CONSTRAINT flow_steps_kind_known;
ALTER TABLE identity.flow_steps ADD CONSTRAINT flow_steps_kind_known
  CHECK (kind IN ('challenge', 'password-reset', 'kept-password'));

-- Which terms an account agreed to, and when. The version is a digest of what the person could read.
CREATE TABLE identity.terms_agreements (
  account_id uuid NOT NULL,
  version text NOT NULL,
  agreed_at timestamptz NOT NULL,
  CONSTRAINT terms_agreements_pkey PRIMARY KEY (account_id, version),
  CONSTRAINT terms_agreements_account_fkey FOREIGN KEY (account_id) REFERENCES identity.accounts (id) ON DELETE CASCADE
);

-- What the sign-up form agreed to, until there is an account.
ALTER TABLE identity.sign_ups ADD COLUMN terms_version text;
