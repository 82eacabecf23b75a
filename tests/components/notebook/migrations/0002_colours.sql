ALTER TABLE notebook__notes ADD COLUMN colour TEXT;
