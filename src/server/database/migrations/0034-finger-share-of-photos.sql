-- Share of the photo that looks like a finger in front of the lens.
ALTER TABLE photo_signatures ADD COLUMN finger_share real NOT NULL DEFAULT 0;
