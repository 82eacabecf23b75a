-- Organizations as the roster shows them.
-- column status_changed_at, created_at timestamp
SELECT id, name, kind, status, status_reason, status_changed_at, staff_note, plan_key, created_at,
    (SELECT count(*) FROM memberships WHERE organization_id = organizations.id) AS members,
    (SELECT count(*) FROM staff_api_keys
     WHERE organization_id = organizations.id AND revoked_at IS NULL) AS api_keys
FROM organizations
