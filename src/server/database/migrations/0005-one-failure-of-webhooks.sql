-- Teams no longer learn whether a name leads inward.
UPDATE webhook_deliveries SET last_failure = 'no_connection' WHERE last_failure = 'not_public';
