-- By organization the table of quests would make the words to sort by for each quest anew.
ALTER TABLE organizations ADD COLUMN sort_name text COLLATE "C"
  GENERATED ALWAYS AS (sort_words(organization_name) COLLATE "C") STORED;
DROP INDEX organizations_by_name;
CREATE INDEX organizations_by_name ON organizations (sort_name, id);
