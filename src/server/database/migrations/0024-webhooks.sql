-- Addresses that are told what happens in a quest, and what they were told.

CREATE TABLE webhooks (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT webhooks_pkey PRIMARY KEY,
  quest_id integer NOT NULL CONSTRAINT webhooks_quest_exists REFERENCES quests (id) ON DELETE CASCADE,
  address text NOT NULL,
  -- Signs messages, so it can't be a hash.
  secret text NOT NULL,
  events text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  off_at timestamptz,
  off_reason text,
  -- Since then no message was taken; until then none is sent.
  failing_since timestamptz,
  paused_until timestamptz,
  CONSTRAINT webhooks_events_known CHECK (
    cardinality(events) > 0 AND events <@ ARRAY['point.accepted', 'point.withdrawn', 'release.published']),
  CONSTRAINT webhooks_off_whole CHECK (num_nulls(off_at, off_reason) IN (0, 2)),
  CONSTRAINT webhooks_off_reason_known CHECK (off_reason IN ('team', 'gone')),
  CONSTRAINT webhooks_pause_whole CHECK (num_nulls(failing_since, paused_until) IN (0, 2))
);
CREATE INDEX webhooks_by_quest ON webhooks (quest_id, id);

-- What they say is made when they are sent. Rows are only added by those who change data points, so that reviewers never
-- wait for each other.
CREATE TABLE webhook_deliveries (
  id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
  webhook_id integer NOT NULL CONSTRAINT webhook_deliveries_webhook_exists REFERENCES webhooks (id) ON DELETE CASCADE,
  -- For receivers, the same at each attempt.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  event text NOT NULL,
  -- Which may be gone.
  point_id uuid,
  release_number integer,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  -- Attempts are made for three days from then.
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Null once it is taken or given up.
  next_attempt_at timestamptz DEFAULT now(),
  delivered_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  -- Of the last answer; null without one.
  last_status integer,
  last_failure text,
  CONSTRAINT webhook_deliveries_subject CHECK (
    (point_id IS NOT NULL) = (event IN ('point.accepted', 'point.withdrawn'))
    AND (release_number IS NOT NULL) = (event = 'release.published'))
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (occurred_at);

CREATE FUNCTION announce_to_webhooks(quest integer, what text, point uuid, release integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (webhook_id, event, point_id, release_number)
  SELECT id, what, point, release FROM webhooks
  WHERE quest_id = quest AND off_at IS NULL AND what = ANY (events)
$$;

CREATE FUNCTION announce_point() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.review_decision = 'accepted' THEN
    PERFORM announce_to_webhooks(OLD.quest_id, 'point.withdrawn', OLD.id, NULL);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.review_decision = 'accepted' THEN
    PERFORM announce_to_webhooks(NEW.quest_id, 'point.accepted', NEW.id, NULL);
  END IF;
  RETURN NULL;
END
$$;
-- The conditions keep uploads and other changes free of it.
CREATE TRIGGER quest_data_announced_at_insert AFTER INSERT ON quest_data
  FOR EACH ROW WHEN (NEW.review_decision = 'accepted') EXECUTE FUNCTION announce_point();
CREATE TRIGGER quest_data_announced_at_update AFTER UPDATE OF review_decision ON quest_data
  FOR EACH ROW WHEN ((OLD.review_decision IS NOT DISTINCT FROM 'accepted') <> (NEW.review_decision IS NOT DISTINCT FROM 'accepted'))
  EXECUTE FUNCTION announce_point();
CREATE TRIGGER quest_data_announced_at_delete AFTER DELETE ON quest_data
  FOR EACH ROW WHEN (OLD.review_decision = 'accepted') EXECUTE FUNCTION announce_point();
