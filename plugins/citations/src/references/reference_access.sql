-- The citation, for members of their active space, in which it lies.
SELECT citation.space_id AS tenant, member.role AS rank, citation.id AS citation_id
FROM space_citations AS citation
JOIN space_members AS member ON member.space_id = citation.space_id
WHERE citation.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
  AND citation.space_id = COALESCE(
      (SELECT active.space_id FROM active_spaces AS active WHERE active.user_id = {caller.user_id:int64}),
      (SELECT own.id FROM spaces AS own WHERE own.personal_user_id = {caller.user_id:int64}))
