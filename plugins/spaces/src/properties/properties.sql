-- The property schema of one of the caller's spaces.
-- column options json
SELECT property.id, property.name, property.kind, property.options
FROM {scope.spaces} AS mine
JOIN space_properties AS property ON property.space_id = mine.tenant
WHERE mine.tenant = {space_id:int64}
ORDER BY property.id
LIMIT 200
