-- Exports that failed because their jobs are gone, and whose requesters were not told.
SELECT request.id, request.user_id FROM data_requests AS request
WHERE request.status = 'failed' AND request.error_code = 'lost' AND request.cleaned_at IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM inbox_notifications AS entry
    WHERE entry.user_id = request.user_id AND entry.kind = 'export' AND entry.subject_type = 'data_request'
      AND entry.subject_id = request.id)
ORDER BY request.id LIMIT 50
