-- Exports that ended and whose files may still be there.
SELECT id FROM data_requests WHERE status IN ('failed', 'expired') AND cleaned_at IS NULL ORDER BY id LIMIT 200
