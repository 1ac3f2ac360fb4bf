-- Share of pixels that are as white as can be.
ALTER TABLE photo_signatures ADD COLUMN white_share real NOT NULL DEFAULT 0;
