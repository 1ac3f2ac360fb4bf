-- Whom a name belongs to for good: the organization that had it first. A group of reviewers may name an organization, and its
-- rights never pass to another that takes the name later.
CREATE TABLE organization_names (
  name text CONSTRAINT organization_names_pkey PRIMARY KEY,
  organization_id integer NOT NULL CONSTRAINT organization_names_organization_exists REFERENCES organizations (id)
);
INSERT INTO organization_names SELECT lower(organization_name), min(id) FROM organizations GROUP BY 1;

CREATE FUNCTION keep_organization_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO organization_names VALUES (lower(NEW.organization_name), NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_keep_name AFTER INSERT OR UPDATE OF organization_name ON organizations
  FOR EACH ROW EXECUTE FUNCTION keep_organization_name();
