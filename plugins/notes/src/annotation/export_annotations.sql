-- Without the names of spaces that the person left: they change, and are for members.
-- column created_at, updated_at timestamp
SELECT CASE WHEN member.id IS NULL THEN NULL ELSE space.name END AS space, annotation.target_field, annotation.content, annotation.color, annotation.created_at, annotation.updated_at
FROM research_annotations AS annotation JOIN spaces AS space ON space.id = annotation.space_id
LEFT JOIN space_members AS member ON member.space_id = annotation.space_id AND member.user_id = {user_id:int64}
WHERE annotation.author_user_id = {user_id:int64} ORDER BY annotation.id
