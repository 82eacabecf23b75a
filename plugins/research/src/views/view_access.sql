-- A view that the caller sees: an own one, or a shared one of a space of theirs. Its creator alone changes it.
SELECT saved.space_id AS tenant, saved.id AS view_id, saved.project_id AS project_id,
    CASE WHEN saved.created_by_user_id <> {caller.user_id:int64} THEN 'not_yours'
        WHEN project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_views AS saved
JOIN research_projects AS project ON project.id = saved.project_id AND project.space_id = saved.space_id
JOIN space_members AS member ON member.space_id = saved.space_id
WHERE saved.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
  AND (saved.is_shared OR saved.created_by_user_id = {caller.user_id:int64})
