-- Recordings and PDFs of fields are kept like photos.

ALTER TABLE quest_data_photos DROP CONSTRAINT quest_data_photos_format_known;
ALTER TABLE quest_data_photos
  ADD COLUMN audio_seconds real,
  ADD CONSTRAINT quest_data_photos_format_known
    CHECK (photo_format IN ('jpeg', 'png', 'webp', 'heic', 'webm', 'ogg', 'mp4', 'pdf'));

ALTER TABLE former_photos DROP CONSTRAINT former_photos_format_known;
ALTER TABLE former_photos
  ADD COLUMN audio_seconds real,
  ADD CONSTRAINT former_photos_format_known
    CHECK (photo_format IN ('jpeg', 'png', 'webp', 'heic', 'webm', 'ogg', 'mp4', 'pdf'));
