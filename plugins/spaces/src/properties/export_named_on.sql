-- Where the person stands as the value of a page's property.
SELECT space.name AS space, property.name AS property, value.page_id
FROM space_property_values AS value
JOIN space_properties AS property ON property.id = value.property_id
JOIN spaces AS space ON space.id = value.space_id
WHERE value.person_user_id = {user_id:int64} ORDER BY value.page_id, value.property_id
