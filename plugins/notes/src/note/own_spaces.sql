-- The viewer's spaces, oldest first.
-- column active boolean
SELECT space.id, space.name, mine.rank AS role, mine.is_active AS active
FROM {scope.spaces} AS mine
JOIN spaces AS space ON space.id = mine.tenant
ORDER BY space.created_at, space.id
LIMIT 500
