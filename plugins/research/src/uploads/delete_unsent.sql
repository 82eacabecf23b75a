DELETE FROM research_uploads WHERE attached_at IS NULL AND id IN ({upload_ids:int64[]})
