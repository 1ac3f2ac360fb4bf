-- Announcements to the volunteers of a quest. A job writes one row of news for each of them, in batches.

CREATE TABLE announcements (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT announcements_pkey PRIMARY KEY,
  quest_id integer NOT NULL CONSTRAINT announcements_quest_exists REFERENCES quests (id),
  -- From the sender, so that sending twice makes one announcement.
  request_id uuid,
  author text NOT NULL,
  audience text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  recipients_expected integer NOT NULL,
  recipients integer NOT NULL DEFAULT 0,
  -- The participation that the job came to: it continues after it.
  reached_joined_at timestamptz NOT NULL DEFAULT '-infinity',
  reached_adventurer text NOT NULL DEFAULT '',
  delivered_at timestamptz,
  CONSTRAINT announcements_request_unique UNIQUE (quest_id, author, request_id),
  CONSTRAINT announcements_audience_known CHECK (audience IN ('all', 'not_started', 'to_answer')),
  CONSTRAINT announcements_title_length CHECK (char_length(title) BETWEEN 1 AND 120),
  CONSTRAINT announcements_text_length CHECK (char_length(text) BETWEEN 1 AND 5000)
);
CREATE INDEX announcements_by_quest ON announcements (quest_id, id);
CREATE INDEX announcements_by_author ON announcements (author);

CREATE TABLE news (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT news_pkey PRIMARY KEY,
  adventurer_id text NOT NULL CONSTRAINT news_adventurer_exists REFERENCES adventurers (id) ON UPDATE CASCADE,
  announcement_id bigint NOT NULL CONSTRAINT news_announcement_exists REFERENCES announcements (id),
  arrived_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  CONSTRAINT news_announcement_once UNIQUE (announcement_id, adventurer_id)
);
CREATE INDEX news_by_adventurer ON news (adventurer_id, id);
CREATE INDEX news_unseen ON news (adventurer_id) WHERE seen_at IS NULL;
