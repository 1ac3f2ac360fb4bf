-- Reasons that an organization's reviewers give often, in their order.
CREATE TABLE review_reasons (
  organization_id integer NOT NULL CONSTRAINT review_reasons_organization_exists REFERENCES organizations (id),
  position integer NOT NULL,
  decision text NOT NULL,
  text text NOT NULL,
  CONSTRAINT review_reasons_pkey PRIMARY KEY (organization_id, position),
  CONSTRAINT review_reasons_decision_known CHECK (decision IN ('accepted', 'denied', 'change_requested')),
  CONSTRAINT review_reasons_text_length CHECK (char_length(text) BETWEEN 1 AND 500)
);

-- Who reviews which quest. It helps reviewers to share the work, and gives nobody a right.
CREATE TABLE review_assignments (
  quest_id integer NOT NULL CONSTRAINT review_assignments_quest_exists REFERENCES quests (id),
  reviewer text NOT NULL,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT review_assignments_pkey PRIMARY KEY (quest_id, reviewer)
);
CREATE INDEX review_assignments_by_reviewer ON review_assignments (reviewer, quest_id);

-- Decisions that were drawn at random for a second look by somebody else, and what they decided. A draw is open while its
-- decision is the newest of the data point's current revision that was not undone, and nobody looked.
CREATE TABLE review_rechecks (
  review_id bigint CONSTRAINT review_rechecks_pkey PRIMARY KEY
    CONSTRAINT review_rechecks_review_exists REFERENCES reviews (id) ON DELETE CASCADE,
  drawn_at timestamptz NOT NULL DEFAULT now(),
  second_reviewer text,
  second_decision text,
  -- What the second reviewer wrote where both agree; otherwise it stands with their decision.
  second_comment text,
  checked_at timestamptz,
  -- The decision that the second look led to where it was another one. Once that is undone, nobody has looked.
  second_review_id bigint CONSTRAINT review_rechecks_second_review_exists REFERENCES reviews (id) ON DELETE CASCADE,
  CONSTRAINT review_rechecks_decision_known CHECK (second_decision IN ('accepted', 'denied', 'change_requested')),
  CONSTRAINT review_rechecks_comment_length CHECK (char_length(second_comment) <= 2000),
  CONSTRAINT review_rechecks_whole CHECK (num_nonnulls(second_reviewer, second_decision, checked_at) IN (0, 3))
);
CREATE INDEX review_rechecks_open ON review_rechecks (review_id) WHERE checked_at IS NULL OR second_review_id IS NOT NULL;
CREATE INDEX review_rechecks_checked ON review_rechecks (checked_at) WHERE checked_at IS NOT NULL;
CREATE INDEX review_rechecks_second_review ON review_rechecks (second_review_id) WHERE second_review_id IS NOT NULL;
-- For what each reviewer did since a day.
CREATE INDEX reviews_by_time ON reviews (reviewed_at);
