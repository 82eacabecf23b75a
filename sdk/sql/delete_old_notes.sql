DELETE FROM field_notes__notes WHERE written_at < {before:int64}
