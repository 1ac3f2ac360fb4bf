-- Rows are in up to three groups: stops.0.birds.1.eggs.0.picture.

ALTER TABLE quest_data_photos DROP CONSTRAINT quest_data_photos_key_form;
ALTER TABLE quest_data_photos ADD CONSTRAINT quest_data_photos_key_form
  CHECK (key ~ '^([A-Za-z_][A-Za-z0-9_-]*\.[0-9]{1,3}\.){0,3}[A-Za-z_][A-Za-z0-9_-]*$');
