-- column created_at, updated_at timestamp
SELECT space.name AS space, annotation.target_field, annotation.content, annotation.color, annotation.created_at, annotation.updated_at
FROM research_annotations AS annotation JOIN spaces AS space ON space.id = annotation.space_id
WHERE annotation.author_user_id = {user_id:int64} ORDER BY annotation.id
