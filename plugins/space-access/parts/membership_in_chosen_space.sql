-- The membership of the caller in the space that the body names, otherwise in the active one, otherwise in the personal one.
FROM space_members AS member
WHERE member.user_id = {caller.user_id:int64}
  AND member.space_id = COALESCE(
      {body.space_id:int64?},
      (SELECT active.space_id FROM active_spaces AS active WHERE active.user_id = {caller.user_id:int64}),
      (SELECT own.id FROM spaces AS own WHERE own.personal_user_id = {caller.user_id:int64}))
