-- Mails to adventurers about what became of their data points: one digest an hour at most.
ALTER TABLE adventurers
  -- As an external provider's tokens name it, verified; the embedded provider is asked instead.
  ADD COLUMN mail_address text,
  -- The address that a mail server refused for good, and when: nothing goes to it any more.
  ADD COLUMN mail_failed_address text,
  ADD COLUMN mail_failed_at timestamptz,
  ADD COLUMN digest_wanted boolean NOT NULL DEFAULT true,
  -- Names the adventurer in the address that ends the mails: signed, and nobody's name.
  ADD COLUMN digest_key uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What happened until then was told.
  ADD COLUMN digest_told_until timestamptz NOT NULL DEFAULT now(),
  -- While a digest is on its way: until when it tells. Begun anew after a crash, it is the same digest.
  ADD COLUMN digest_telling_until timestamptz,
  ADD COLUMN digest_sent_at timestamptz,
  ADD CONSTRAINT adventurers_digest_key_unique UNIQUE (digest_key),
  ADD CONSTRAINT adventurers_mail_failed_whole CHECK ((mail_failed_address IS NULL) = (mail_failed_at IS NULL));
