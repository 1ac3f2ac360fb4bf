-- What teams write to the volunteers whose data points a release has, and what volunteers share of their part.

ALTER TABLE releases ADD thanks text NOT NULL DEFAULT '';

-- In the address of a page that the volunteer shares; null while it isn't shared.
ALTER TABLE adventurer_quests ADD shared_number integer,
  ADD CONSTRAINT adventurer_quests_shared_number_unique UNIQUE (quest_id, shared_number);
