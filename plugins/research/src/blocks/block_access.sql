-- What the caller is in the space of the block's page. A page lies in the trash when it or its project does.
SELECT page.space_id AS tenant, member.role AS rank, block.id AS block_id, page.id AS page_id,
    CASE WHEN page.trashed_at IS NOT NULL OR project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_blocks AS block
JOIN research_pages AS page ON page.id = block.page_id AND page.space_id = block.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = page.space_id
WHERE block.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
