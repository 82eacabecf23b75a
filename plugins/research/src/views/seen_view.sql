-- One view of the guard's project that the caller sees.
-- column is_shared boolean
-- column settings json
-- column created_at timestamp
SELECT saved.id, saved.project_id, saved.name, saved.layout, saved.settings, saved.is_shared,
    saved.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name, saved.created_at
FROM research_views AS saved
LEFT JOIN person_names AS creator ON creator.user_id = saved.created_by_user_id
WHERE saved.space_id = {guard.tenant:int64} AND saved.project_id = {guard.project_id:int64} AND saved.id = {id:int64}
  AND (saved.is_shared OR saved.created_by_user_id = {caller.user_id:int64})
