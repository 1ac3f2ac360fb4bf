-- Invitations to an organization's team.

CREATE TABLE organization_invitations (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT organization_invitations_pkey PRIMARY KEY,
  organization_id integer NOT NULL CONSTRAINT organization_invitations_organization_exists
    REFERENCES organizations (id),
  role text NOT NULL,
  -- Whom it was made for, until it is used or revoked.
  email text,
  -- Only an account with that address can use it.
  is_bound boolean NOT NULL,
  mail text NOT NULL,
  invited_by text NOT NULL CONSTRAINT organization_invitations_inviter_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text CONSTRAINT organization_invitations_invitee_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  revoked_at timestamptz,
  CONSTRAINT organization_invitations_role_known CHECK (role IN ('viewer', 'reviewer', 'coordinator', 'owner')),
  CONSTRAINT organization_invitations_mail_known CHECK (mail IN ('none', 'waiting', 'sent', 'failed'))
);
CREATE INDEX organization_invitations_by_organization ON organization_invitations (organization_id, id);
CREATE INDEX organization_invitations_by_inviter ON organization_invitations (invited_by);
CREATE INDEX organization_invitations_by_invitee ON organization_invitations (accepted_by)
  WHERE accepted_by IS NOT NULL;
CREATE INDEX organization_invitations_by_end ON organization_invitations (expires_at);

-- The links of an invitation: the owner's and the email's. Each opens it.
CREATE TABLE organization_invitation_links (
  token_sha256 bytea NOT NULL CONSTRAINT organization_invitation_links_pkey PRIMARY KEY,
  invitation_id integer NOT NULL CONSTRAINT organization_invitation_links_invitation_exists
    REFERENCES organization_invitations (id) ON DELETE CASCADE
);
CREATE INDEX organization_invitation_links_by_invitation ON organization_invitation_links (invitation_id);
