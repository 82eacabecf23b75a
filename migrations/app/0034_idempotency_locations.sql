-- Where a kept answer says that what it accepted or made is: its header Location, null without one. A host of the release
-- before neither reads nor writes it.
ALTER TABLE idempotency_keys ADD COLUMN location TEXT;
