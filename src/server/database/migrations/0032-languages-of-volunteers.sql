-- BCP 47; null until the volunteer chooses a language. Emails and notifications use it.
ALTER TABLE adventurers ADD language text;
