-- Who does what in an organization, and what they did.

CREATE TABLE organization_members (
  organization_id integer NOT NULL CONSTRAINT organization_members_organization_exists REFERENCES organizations (id),
  adventurer_id text NOT NULL CONSTRAINT organization_members_adventurer_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  role text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT organization_members_pkey PRIMARY KEY (organization_id, adventurer_id),
  CONSTRAINT organization_members_role_known CHECK (role IN ('viewer', 'reviewer', 'coordinator', 'owner'))
);
CREATE INDEX organization_members_by_adventurer ON organization_members (adventurer_id);

-- People who have a role by a group of the identity provider. Only their tokens tell it, so it is noted when they come.
CREATE TABLE organization_group_members (
  organization_id integer NOT NULL CONSTRAINT organization_group_members_organization_exists
    REFERENCES organizations (id),
  adventurer_id text NOT NULL CONSTRAINT organization_group_members_adventurer_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  role text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT organization_group_members_pkey PRIMARY KEY (organization_id, adventurer_id),
  CONSTRAINT organization_group_members_role_known CHECK (role IN ('viewer', 'reviewer', 'coordinator', 'owner'))
);
CREATE INDEX organization_group_members_by_adventurer ON organization_group_members (adventurer_id);

CREATE TABLE organization_log (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT organization_log_pkey PRIMARY KEY,
  organization_id integer NOT NULL CONSTRAINT organization_log_organization_exists REFERENCES organizations (id),
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  -- The actor is no member: an administrator of the installation.
  as_administrator boolean NOT NULL,
  action text NOT NULL,
  -- Whom it concerns, if it concerns a person.
  person text,
  -- The role given or taken.
  role text
);
CREATE INDEX organization_log_by_organization ON organization_log (organization_id, id);
CREATE INDEX organization_log_by_person ON organization_log (person) WHERE person IS NOT NULL;
CREATE INDEX organization_log_by_actor ON organization_log (actor);
