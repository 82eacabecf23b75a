-- The caller's active space, otherwise the personal one.
SELECT member.space_id AS tenant, member.role AS rank
FROM space_members AS member
WHERE member.user_id = {caller.user_id:int64}
  AND member.space_id = COALESCE(
      (SELECT active.space_id FROM active_spaces AS active WHERE active.user_id = {caller.user_id:int64}),
      (SELECT own.id FROM spaces AS own WHERE own.personal_user_id = {caller.user_id:int64}))
