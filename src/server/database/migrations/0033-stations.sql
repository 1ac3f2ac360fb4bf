-- Named places of a quest that are measured again and again, beside its locations.

CREATE TABLE stations (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT stations_pkey PRIMARY KEY,
  quest_id integer NOT NULL CONSTRAINT stations_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  code text NOT NULL,
  name text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  description text,
  -- What was measured later is refused.
  retired_at timestamptz,
  CONSTRAINT stations_of_quest UNIQUE (quest_id, id)
);
CREATE UNIQUE INDEX stations_code_unique ON stations (quest_id, lower(code));

-- After how many days a station is due again; null: once is enough.
ALTER TABLE quests ADD COLUMN station_repeat_days integer;

ALTER TABLE quest_data
  ADD COLUMN station_id integer,
  ADD CONSTRAINT quest_data_station_of_quest FOREIGN KEY (quest_id, station_id) REFERENCES stations (quest_id, id);
CREATE INDEX quest_data_by_station ON quest_data (quest_id, station_id, (coalesce(captured_at, created_at)))
  WHERE station_id IS NOT NULL;

-- Null unless positions are exact.
ALTER TABLE published_points ADD COLUMN station_id integer;
CREATE INDEX published_points_by_station ON published_points (quest_id, station_id) WHERE station_id IS NOT NULL;
