-- Keys of the guard's organization, and whether their minter is still a member.
-- column scopes, ip_allow_list json
-- column created_at, expires_at, revoked_at, last_used_at timestamp
SELECT api_key_list.id, api_key_list.name, api_key_list.hint,
    '["' || replace(api_key_list.scopes, ' ', '","') || '"]' AS scopes,
    coalesce(api_key_list.ip_allow_list, '[]') AS ip_allow_list, api_key_list.environment,
    CASE
        WHEN api_key_list.revoked_at IS NOT NULL THEN 'revoked'
        WHEN api_key_list.expires_at <= {now:timestamp} THEN 'expired'
        WHEN organization_members.role IS NULL OR organization_members.disabled_at IS NOT NULL THEN 'minter_left'
        WHEN api_key_list.replaced_by_key_id IS NOT NULL THEN 'rotated'
        ELSE 'active'
    END AS state,
    api_key_list.user_id AS minted_by_id, person_names.name AS minted_by,
    api_key_list.created_at, api_key_list.last_used_at, api_key_list.expires_at, api_key_list.revoked_at,
    api_key_list.replaced_by_key_id
FROM api_key_list
JOIN person_names ON person_names.user_id = api_key_list.user_id
LEFT JOIN organization_members ON organization_members.organization_id = api_key_list.organization_id
    AND organization_members.user_id = api_key_list.user_id
WHERE api_key_list.organization_id = {guard.tenant:int64}
