-- A decision of somebody on what they measured themselves: taken only where nobody else reviews, and kept as such.
ALTER TABLE reviews ADD COLUMN own_data_point boolean NOT NULL DEFAULT false;
