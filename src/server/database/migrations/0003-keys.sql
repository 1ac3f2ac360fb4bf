-- Keys keep the names of their XLSForm.

ALTER TABLE quest_data_photos DROP CONSTRAINT quest_data_photos_key_form;
ALTER TABLE quest_data_photos
  ADD CONSTRAINT quest_data_photos_key_form CHECK (key ~ '^[A-Za-z_][A-Za-z0-9_-]*$');
