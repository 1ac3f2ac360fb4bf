-- Volunteers ask a quest's team. The question and its answer are one row of the volunteer's news.

CREATE TABLE questions (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT questions_pkey PRIMARY KEY,
  quest_id integer NOT NULL CONSTRAINT questions_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  adventurer_id text NOT NULL CONSTRAINT questions_adventurer_exists REFERENCES adventurers (id) ON UPDATE CASCADE,
  -- From the sender, so that sending twice makes one question.
  request_id uuid,
  text text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  answer text,
  answered_by text,
  answered_at timestamptz,
  CONSTRAINT questions_request_unique UNIQUE (adventurer_id, quest_id, request_id),
  CONSTRAINT questions_text_length CHECK (char_length(text) BETWEEN 1 AND 2000),
  CONSTRAINT questions_answer_length CHECK (char_length(answer) BETWEEN 1 AND 2000),
  CONSTRAINT questions_answered CHECK (num_nonnulls(answer, answered_by, answered_at) IN (0, 3))
);
CREATE INDEX questions_by_quest ON questions (quest_id, (answered_at IS NULL), id);
CREATE INDEX questions_by_answerer ON questions (answered_by) WHERE answered_by IS NOT NULL;

ALTER TABLE news
  ALTER COLUMN announcement_id DROP NOT NULL,
  ADD COLUMN question_id bigint CONSTRAINT news_question_exists REFERENCES questions (id) ON DELETE CASCADE,
  ADD CONSTRAINT news_question_once UNIQUE (question_id),
  ADD CONSTRAINT news_about_one CHECK (num_nonnulls(announcement_id, question_id) = 1);
