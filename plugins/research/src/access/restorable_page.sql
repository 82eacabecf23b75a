-- What the caller is in the space of the page, which is restored into its project.
SELECT page.space_id AS tenant, member.role AS rank, page.id AS page_id, page.project_id AS project_id,
    CASE WHEN project.trashed_at IS NOT NULL THEN 'parent_in_trash' END AS refusal
FROM research_pages AS page
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = page.space_id
WHERE page.id = {path.page_id:int64} AND member.user_id = {caller.user_id:int64}
