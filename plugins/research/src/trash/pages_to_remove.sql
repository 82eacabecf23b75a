-- Pages that were in the trash long enough, on their own or in their project.
SELECT page.id
FROM research_pages AS page
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
WHERE page.trashed_at < {kept_since:timestamp} OR project.trashed_at < {kept_since:timestamp}
ORDER BY page.id
LIMIT {most:int64}
