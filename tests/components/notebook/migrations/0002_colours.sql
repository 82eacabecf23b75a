ALTER TABLE notebook_notes ADD COLUMN colour TEXT;
