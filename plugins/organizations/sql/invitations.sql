-- Invitations that were not taken, the newest first; those whose time is over can be sent again.
SELECT invitation_list.id, invitation_list.email, invitation_list.role, invitation_list.created_at,
    invitation_list.expires_at, person_names.name AS invited_by
FROM invitation_list
LEFT JOIN person_names ON person_names.user_id = invitation_list.invited_by_user_id
WHERE invitation_list.organization_id = {organization_id:int64} AND invitation_list.accepted_at IS NULL
ORDER BY invitation_list.created_at DESC, invitation_list.id DESC
LIMIT 501
