-- What an organization shows in public, and requests for new organizations.

ALTER TABLE organizations
  ADD COLUMN about text,
  ADD COLUMN web_site text,
  -- For everybody; organization_email is for administrators.
  ADD COLUMN contact text,
  ADD COLUMN logo uuid CONSTRAINT organizations_logo_exists REFERENCES pictures (id),
  ADD CONSTRAINT organizations_about_length CHECK (char_length(about) <= 10000);

CREATE TABLE organization_requests (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT organization_requests_pkey PRIMARY KEY,
  adventurer_id text NOT NULL CONSTRAINT organization_requests_adventurer_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  organization_name text NOT NULL,
  organization_email text NOT NULL,
  -- What it wants to do here, for the administrator.
  reason text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'pending',
  decided_by text,
  decided_at timestamptz,
  comment text,
  organization_id integer CONSTRAINT organization_requests_organization_exists REFERENCES organizations (id),
  CONSTRAINT organization_requests_state_known CHECK (state IN ('pending', 'approved', 'declined')),
  CONSTRAINT organization_requests_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT organization_requests_approved CHECK ((state = 'approved') = (organization_id IS NOT NULL))
);
CREATE INDEX organization_requests_by_adventurer ON organization_requests (adventurer_id, id);
CREATE INDEX organization_requests_pending ON organization_requests (id) WHERE state = 'pending';
