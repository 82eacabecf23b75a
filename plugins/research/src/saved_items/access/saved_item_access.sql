-- What the caller is in the space of the saved copy, whose page may lie in the trash.
SELECT item.space_id AS tenant, member.role AS rank, item.id AS saved_item_id, item.page_id AS page_id,
    CASE WHEN page.trashed_at IS NOT NULL OR project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM saved_items AS item
JOIN research_pages AS page ON page.id = item.page_id AND page.space_id = item.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = item.space_id
WHERE item.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
