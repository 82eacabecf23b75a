-- The properties of the guard's space, by number.
-- column options json
SELECT property.id, property.name, property.kind, property.options
FROM space_properties AS property
WHERE property.space_id = {guard.tenant:int64}
ORDER BY property.id
LIMIT 200
