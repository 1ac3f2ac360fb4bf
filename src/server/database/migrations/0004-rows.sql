-- Photos in rows have the path of their field: birds.0.picture.

ALTER TABLE quest_data_photos DROP CONSTRAINT quest_data_photos_key_form;
ALTER TABLE quest_data_photos ADD CONSTRAINT quest_data_photos_key_form
  CHECK (key ~ '^([A-Za-z_][A-Za-z0-9_-]*\.[0-9]{1,3}\.){0,2}[A-Za-z_][A-Za-z0-9_-]*$');
