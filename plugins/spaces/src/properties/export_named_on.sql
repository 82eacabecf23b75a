-- Where the person stands as the value of a page's property; without the names of spaces and properties that the person left.
SELECT CASE WHEN member.id IS NULL THEN NULL ELSE space.name END AS space,
    CASE WHEN member.id IS NULL THEN NULL ELSE property.name END AS property, value.page_id
FROM space_property_values AS value
JOIN space_properties AS property ON property.id = value.property_id
JOIN spaces AS space ON space.id = value.space_id
LEFT JOIN space_members AS member ON member.space_id = value.space_id AND member.user_id = {user_id:int64}
WHERE value.person_user_id = {user_id:int64} ORDER BY value.page_id, value.property_id
