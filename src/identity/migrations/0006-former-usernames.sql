-- Names of accounts that are gone. Nobody is given one again: what was done under it stays with it.
CREATE TABLE identity.former_usernames (
  username text CONSTRAINT former_usernames_pkey PRIMARY KEY,
  -- Of the account that had it; null for those from before this table.
  account_id uuid,
  removed_at timestamptz NOT NULL DEFAULT now(),
  -- What the person wanted done with the data of theirs that nobody accepted.
  deletes_unaccepted boolean NOT NULL DEFAULT false,
  -- When the rest of the product heard of it; null while it still has to.
  told_at timestamptz
);
CREATE INDEX former_usernames_untold ON identity.former_usernames (removed_at) WHERE told_at IS NULL;

INSERT INTO identity.former_usernames (username, removed_at, told_at)
SELECT username, max(at), now() FROM identity.account_audit AS audit
WHERE action = 'remove' AND NOT EXISTS (SELECT FROM identity.accounts WHERE accounts.username = audit.username)
GROUP BY username;

-- In the database, so that it holds for whatever makes, renames or removes an account.
CREATE FUNCTION identity.keep_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO identity.former_usernames (username, account_id) VALUES (OLD.username, OLD.id);
  ELSE
    INSERT INTO identity.former_usernames (username, account_id, told_at) VALUES (OLD.username, OLD.id, now());
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_keep_former_username AFTER DELETE ON identity.accounts
  FOR EACH ROW EXECUTE FUNCTION identity.keep_former_username();
CREATE TRIGGER accounts_keep_renamed_username AFTER UPDATE OF username ON identity.accounts
  FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION identity.keep_former_username();

-- After the row is there: by then an account of this name that is just being removed is removed, and its name kept.
CREATE FUNCTION identity.refuse_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM identity.former_usernames WHERE username = NEW.username) THEN
    RAISE EXCEPTION 'the username % was another account''s', NEW.username
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'accounts_username_never_used';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_refuse_former_username AFTER INSERT OR UPDATE OF username ON identity.accounts
  FOR EACH ROW EXECUTE FUNCTION identity.refuse_former_username();
