-- Files of the guard's page.
-- column is_attached boolean
SELECT id, object_key, file_name, media_type, size_bytes, attached_at IS NOT NULL AS is_attached
FROM research_uploads
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND id IN ({upload_ids:int64[]})
ORDER BY id
LIMIT 2000
