-- The keys of an organization, newest first, those that have ended included, and whether their minter is still a member.
SELECT api_key_list.id, api_key_list.name, api_key_list.hint, api_key_list.scopes, api_key_list.ip_allow_list,
    api_key_list.environment, api_key_list.created_at, api_key_list.expires_at, api_key_list.revoked_at,
    api_key_list.replaced_by_key_id, api_key_list.user_id, person_names.name AS minted_by,
    organization_members.role AS minter_role, organization_members.disabled_at AS minter_disabled_at
FROM api_key_list
JOIN person_names ON person_names.user_id = api_key_list.user_id
LEFT JOIN organization_members ON organization_members.organization_id = api_key_list.organization_id
    AND organization_members.user_id = api_key_list.user_id
WHERE api_key_list.organization_id = {organization_id:int64}
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
