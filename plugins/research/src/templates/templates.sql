-- The templates of the guard's space.
-- column created_at timestamp
SELECT template.id, template.name, template.block_count,
    template.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name, template.created_at
FROM research_templates AS template
LEFT JOIN person_names AS creator ON creator.user_id = template.created_by_user_id
WHERE template.space_id = {guard.tenant:int64}
ORDER BY template.name, template.id
LIMIT 200
