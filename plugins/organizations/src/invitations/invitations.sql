-- Invitations that were not taken, the newest first; those whose time is over can be sent again.
-- column sent_at, expires_at timestamp
SELECT invitation_list.id, invitation_list.email, invitation_list.role, person_names.name AS invited_by,
    invitation_list.created_at AS sent_at, invitation_list.expires_at
FROM invitation_list
LEFT JOIN person_names ON person_names.user_id = invitation_list.invited_by_user_id
WHERE invitation_list.organization_id = {guard.tenant:int64} AND invitation_list.accepted_at IS NULL
ORDER BY invitation_list.created_at DESC, invitation_list.id DESC
LIMIT 500
