-- One file of a published page, and the files that the published version shows.
SELECT upload.object_key, upload.file_name, upload.media_type, published.files
FROM published_pages AS published
JOIN research_pages AS page ON page.id = published.page_id AND page.space_id = published.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN research_uploads AS upload ON upload.page_id = page.id AND upload.space_id = page.space_id
WHERE (published.slug = {slug:text}
       OR published.page_id = (SELECT known.page_id FROM published_page_slugs AS known WHERE known.slug = {slug:text}))
  AND published.withdrawn_at IS NULL AND page.trashed_at IS NULL AND project.trashed_at IS NULL
  AND upload.id = {upload_id:int64} AND upload.attached_at IS NOT NULL
LIMIT 1
