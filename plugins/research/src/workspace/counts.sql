SELECT
    (SELECT count(*) FROM research_projects AS project
     WHERE project.space_id = {guard.tenant:int64} AND project.trashed_at IS NULL) AS projects,
    count(*) AS pages,
    count(CASE WHEN page.status = 'draft' THEN 1 END) AS draft,
    count(CASE WHEN page.status = 'in_review' THEN 1 END) AS in_review,
    count(CASE WHEN page.status = 'final' THEN 1 END) AS final
FROM research_pages AS page
JOIN research_projects AS project
    ON project.id = page.project_id AND project.space_id = page.space_id AND project.trashed_at IS NULL
WHERE page.space_id = {guard.tenant:int64} AND page.trashed_at IS NULL
