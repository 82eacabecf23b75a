-- column created_at timestamp
SELECT space.name AS space, citation.hash, citation.label, citation.created_at
FROM space_citations AS citation JOIN spaces AS space ON space.id = citation.space_id
WHERE citation.cited_by_user_id = {user_id:int64} ORDER BY citation.id
