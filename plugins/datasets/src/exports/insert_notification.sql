-- The requester's inbox tells how the export ended.
INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, excerpt, created_at)
SELECT request.user_id, 'export', 'data_request', request.id, COALESCE(NULLIF(request.name, ''), request.dataset), {outcome:text}, {now:timestamp}
FROM data_requests AS request
WHERE request.id = {id:int64}
ON CONFLICT (user_id, kind, subject_type, subject_id) DO NOTHING
