-- What the caller is in the space of the page, wherever it lies.
SELECT page.space_id AS tenant, member.role AS rank, page.id AS page_id, page.project_id AS project_id
FROM research_pages AS page
JOIN space_members AS member ON member.space_id = page.space_id
WHERE page.id = {path.page_id:int64} AND member.user_id = {caller.user_id:int64}
