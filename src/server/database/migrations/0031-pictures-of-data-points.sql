-- Pictures that were copied from a data point's photo, for the lesson of its quest. They are deleted with it.

ALTER TABLE pictures ADD COLUMN quest_id integer, ADD COLUMN quest_data_id uuid;
CREATE INDEX pictures_by_data_point ON pictures (quest_data_id) WHERE quest_data_id IS NOT NULL;
