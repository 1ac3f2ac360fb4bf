-- Finds the published data points of a small part of a map.
CREATE INDEX published_points_by_place ON published_points (quest_id, longitude, latitude);
