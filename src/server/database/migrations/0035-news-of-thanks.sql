-- Thanks of a release are an announcement to those whose data points it has.

ALTER TABLE announcements ADD COLUMN release_number integer,
  DROP CONSTRAINT announcements_audience_known,
  DROP CONSTRAINT announcements_text_length,
  ADD CONSTRAINT announcements_audience_known CHECK (audience IN ('all', 'not_started', 'to_answer', 'thanked')),
  ADD CONSTRAINT announcements_text_length CHECK (char_length(text) BETWEEN 1 AND 10000),
  ADD CONSTRAINT announcements_thanks_whole CHECK ((audience = 'thanked') = (release_number IS NOT NULL)),
  ADD CONSTRAINT announcements_thanks_once UNIQUE (quest_id, release_number);
