-- What people are in the space of a page. A page lies in the trash when it or its project does.
SELECT page.space_id AS tenant, member.role AS rank, page.id AS page_id,
    CASE WHEN page.trashed_at IS NOT NULL OR project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_pages AS page
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = page.space_id
