-- What the caller is in the space of the page on which the comment stands; thread_id: the comment that opened its thread.
SELECT page.space_id AS tenant, member.role AS rank, page.id AS page_id, comment.id AS comment_id,
    COALESCE(comment.thread_id, comment.id) AS thread_id,
    CASE WHEN page.trashed_at IS NOT NULL OR project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_comments AS comment
JOIN research_pages AS page ON page.id = comment.page_id AND page.space_id = comment.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
JOIN space_members AS member ON member.space_id = page.space_id
WHERE page.id = {path.page_id:int64} AND comment.id = {path.comment_id:int64} AND member.user_id = {caller.user_id:int64}
