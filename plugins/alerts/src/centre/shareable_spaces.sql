-- The caller's spaces, oldest first.
-- column active, personal boolean
SELECT space.id, space.name, mine.is_active AS active, space.personal_user_id IS NOT NULL AS personal
FROM {scope.spaces} AS mine
JOIN spaces AS space ON space.id = mine.tenant
ORDER BY space.created_at, space.id
LIMIT 500
