-- Browsers that show notifications; announcements go with a deleted quest.

CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT push_subscriptions_pkey PRIMARY KEY,
  adventurer_id text NOT NULL CONSTRAINT push_subscriptions_adventurer_exists
    REFERENCES adventurers (id) ON UPDATE CASCADE,
  -- The address at the browser's push service. A browser has one, whoever is signed in.
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_subscriptions_endpoint_unique UNIQUE (endpoint)
);
CREATE INDEX push_subscriptions_by_adventurer ON push_subscriptions (adventurer_id, id);

ALTER TABLE announcements DROP CONSTRAINT announcements_quest_exists;
ALTER TABLE announcements ADD CONSTRAINT announcements_quest_exists
  FOREIGN KEY (quest_id) REFERENCES quests (id) ON DELETE CASCADE;
ALTER TABLE news DROP CONSTRAINT news_announcement_exists;
ALTER TABLE news ADD CONSTRAINT news_announcement_exists
  FOREIGN KEY (announcement_id) REFERENCES announcements (id) ON DELETE CASCADE;
