-- Without the names of spaces that the person left: they change, and are for members.
-- column created_at timestamp
SELECT CASE WHEN member.id IS NULL THEN NULL ELSE space.name END AS space, citation.hash, citation.label, citation.created_at
FROM space_citations AS citation JOIN spaces AS space ON space.id = citation.space_id
LEFT JOIN space_members AS member ON member.space_id = citation.space_id AND member.user_id = {user_id:int64}
WHERE citation.cited_by_user_id = {user_id:int64} ORDER BY citation.id
