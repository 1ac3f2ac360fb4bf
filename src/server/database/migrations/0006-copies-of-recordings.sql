-- Recordings that everybody may hear: copies without metadata, made when they are published.
ALTER TABLE quest_data_photos
  -- Null before the copy is made.
  ADD copied_at timestamptz,
  -- When it was found that there can be none: the recording isn't public.
  ADD copy_failed_at timestamptz,
  ADD CONSTRAINT quest_data_photos_copied_or_not CHECK (num_nulls(copied_at, copy_failed_at) >= 1);

-- Data points with recordings are published anew, with those that the form opens.
INSERT INTO points_to_publish
SELECT d.quest_id, d.id FROM quest_data d JOIN quests q ON q.id = d.quest_id
WHERE q.results_visibility = 'public' AND d.review_decision = 'accepted' AND EXISTS (
  SELECT FROM quest_data_photos p
  WHERE p.quest_data_id = d.id AND p.photo_format IN ('webm', 'ogg', 'mp4', 'mp3'));
