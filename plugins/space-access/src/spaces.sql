-- The spaces of which the caller is a member; the active one is the personal one until another was chosen.
SELECT member.space_id AS tenant, member.id AS membership_id, member.role AS rank,
    COALESCE(member.space_id = COALESCE(
        (SELECT active.space_id FROM active_spaces AS active WHERE active.user_id = {caller.user_id:int64}),
        (SELECT own.id FROM spaces AS own WHERE own.personal_user_id = {caller.user_id:int64})
    ), FALSE) AS is_active
FROM space_members AS member
WHERE member.user_id = {caller.user_id:int64}
