-- The spaces that hold most, largest first. most_bytes: what the deployment lets any space hold. allowed_bytes: what the plans of its
-- owners let this one hold, by the largest of them.
-- column personal boolean
SELECT space.id, space.name, space.personal_user_id IS NOT NULL AS personal, held.used_bytes, rules.limit_bytes AS most_bytes,
    (SELECT max(CASE WHEN allowance.courtesy_ends_at > {now:timestamp} AND allowance.courtesy_bytes > allowance.plan_bytes
            THEN allowance.courtesy_bytes ELSE allowance.plan_bytes END)
        FROM space_allowances AS allowance WHERE allowance.space_id = space.id) AS allowed_bytes,
    (SELECT min(person.name) FROM space_members AS owners JOIN person_names AS person ON person.user_id = owners.user_id
        WHERE owners.space_id = space.id AND owners.role = 'owner') AS owner
FROM (
    SELECT counted.space_id, CAST(sum(counted.size_bytes) AS BIGINT) AS used_bytes FROM space_usage AS counted
    GROUP BY counted.space_id HAVING sum(counted.size_bytes) > 0
    ORDER BY sum(counted.size_bytes) DESC, counted.space_id LIMIT 20
) AS held
JOIN spaces AS space ON space.id = held.space_id
CROSS JOIN space_rules AS rules
ORDER BY held.used_bytes DESC, space.id
LIMIT 20
