-- What the caller is in the space of the property.
SELECT property.space_id AS tenant, member.role AS rank, property.id AS property_id
FROM space_properties AS property
JOIN space_members AS member ON member.space_id = property.space_id
WHERE property.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
