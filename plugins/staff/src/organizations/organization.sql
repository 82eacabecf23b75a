-- One tenant.
SELECT organizations.id AS id, organizations.name AS name, organizations.kind AS kind, organizations.status AS status,
    organizations.status_reason AS status_reason, organizations.status_changed_at AS status_changed_at,
    organizations.staff_note AS staff_note, organizations.plan_key AS plan_key, organizations.created_at AS created_at,
    (SELECT COUNT(*) FROM memberships WHERE memberships.organization_id = organizations.id) AS members,
    (SELECT COUNT(*) FROM staff_api_keys WHERE staff_api_keys.organization_id = organizations.id
        AND staff_api_keys.revoked_at IS NULL) AS api_keys
FROM organizations
WHERE organizations.id = {id:int64}
