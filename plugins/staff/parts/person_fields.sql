-- People as the roster shows them.
-- column permissions json
-- column disabled, two_factor boolean
-- column disabled_at, last_seen_at, created_at timestamp
SELECT people.id, people.name, people.email,
    CASE WHEN people.platform_tier IS NOT NULL THEN 'alpha'
        WHEN EXISTS (SELECT 1 FROM staff_permissions WHERE user_id = people.id) THEN 'staff' ELSE 'member' END AS role,
    coalesce((SELECT '["' || string_agg(permission, '","' ORDER BY permission) || '"]'
        FROM staff_permissions WHERE user_id = people.id), '[]') AS permissions,
    people.disabled_at IS NOT NULL AS disabled, people.disabled_at, people.disabled_reason,
    people.has_two_factor AS two_factor, people.sessions, people.last_seen_at, people.created_at
FROM staff_people AS people
