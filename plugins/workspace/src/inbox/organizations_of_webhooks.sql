-- The organizations of these webhook endpoints, of those that the caller manages.
SELECT endpoint.id AS webhook_id, endpoint.organization_id
FROM memberships AS mine
JOIN webhook_endpoints AS endpoint ON endpoint.organization_id = mine.organization_id
WHERE mine.user_id = {caller.user_id:int64} AND mine.role IN ('owner', 'admin') AND endpoint.id IN ({webhook_ids:int64[]})
LIMIT 100
