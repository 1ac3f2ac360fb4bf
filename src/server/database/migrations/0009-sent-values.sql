-- What tells a data point that is sent again from another one with the same id. Null for those from before.
ALTER TABLE quest_data ADD sent_sha256 bytea;
