ALTER TABLE complete__notes ADD COLUMN colour TEXT;
