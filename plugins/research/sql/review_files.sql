-- Files of the page that the pass was made for.
-- column is_attached boolean
SELECT upload.id, upload.object_key, upload.file_name, upload.media_type, upload.size_bytes, upload.attached_at IS NOT NULL AS is_attached
FROM research_guest_passes AS pass
JOIN research_uploads AS upload ON upload.page_id = pass.page_id AND upload.space_id = pass.space_id
WHERE pass.id = {pass_id:int64} AND upload.id IN ({upload_ids:int64[]}) AND upload.attached_at IS NOT NULL
ORDER BY upload.id
LIMIT 2000
