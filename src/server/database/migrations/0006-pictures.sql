-- Pictures of questions and options. They never change, because protocols refer to them; the store has their bytes.

CREATE TABLE pictures (
  id uuid CONSTRAINT pictures_pkey PRIMARY KEY,
  organization_id integer NOT NULL CONSTRAINT pictures_organization_exists REFERENCES organizations (id),
  width integer NOT NULL,
  height integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
