-- What the caller is in the space of the page on which the holder lies that the body names.
SELECT page.space_id AS tenant, member.role AS rank, page.id AS page_id,
    CASE WHEN page.trashed_at IS NOT NULL OR project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_pages AS page
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = page.space_id
WHERE member.user_id = {caller.user_id:int64}
  AND page.id = COALESCE(
      (SELECT block.page_id FROM research_blocks AS block
       WHERE block.id = {body.holder_id:int64?} AND {body.holder_type:text?} = 'block'),
      (SELECT item.page_id FROM saved_items AS item
       WHERE item.id = {body.holder_id:int64?} AND {body.holder_type:text?} = 'saved_transaction'))
