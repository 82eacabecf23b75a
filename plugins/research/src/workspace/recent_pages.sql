-- The pages of the guard's space that were changed last.
{part.page_fields}
FROM research_pages AS page
JOIN research_projects AS project
    ON project.id = page.project_id AND project.space_id = page.space_id AND project.trashed_at IS NULL
{part.page_people}
WHERE page.space_id = {guard.tenant:int64} AND page.trashed_at IS NULL
ORDER BY page.updated_at DESC, page.id DESC
LIMIT 20
