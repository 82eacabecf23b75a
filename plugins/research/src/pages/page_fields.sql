{part.page_fields}
FROM research_pages AS page
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
{part.page_people}
WHERE page.space_id = {guard.tenant:int64} AND page.id = {id:int64}
