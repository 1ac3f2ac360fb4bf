-- The sign-in that a browser subscribed with, and ends with; null for other providers and for those made before.
ALTER TABLE push_subscriptions ADD COLUMN session_id text;
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id) WHERE session_id IS NOT NULL;
