-- Who is staff, by name.
SELECT people.id AS id, people.name AS name, people.email AS email, people.platform_tier AS platform_tier,
    people.disabled_at AS disabled_at, people.disabled_reason AS disabled_reason, people.created_at AS created_at,
    people.has_two_factor AS has_two_factor, people.sessions AS sessions, people.last_seen_at AS last_seen_at
FROM staff_people AS people
WHERE people.platform_tier IS NOT NULL
   OR people.id IN (SELECT staff_permissions.user_id FROM staff_permissions)
ORDER BY lower(people.name), people.id
LIMIT 501
