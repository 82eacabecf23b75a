-- Who is staff, by name.
{part.person_fields}
WHERE people.platform_tier IS NOT NULL OR EXISTS (SELECT 1 FROM staff_permissions WHERE user_id = people.id)
ORDER BY lower(people.name), people.id
LIMIT 501
