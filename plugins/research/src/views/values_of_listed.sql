-- What pages have of some properties. Not by way of the view of all fields, of which SQLite would read the whole space.
SELECT value.page_id, value.property_id AS field, coalesce(value.text_value, value.option_value, value.date_value) AS text_value,
    value.number_value, value.person_user_id AS linked_id, person.name AS linked_name
FROM space_property_values AS value
LEFT JOIN person_names AS person ON person.user_id = value.person_user_id
WHERE value.space_id = {guard.tenant:int64} AND value.page_id IN ({pages:int64[]}) AND value.property_id IN ({fields:int64[]})
  AND value.kind <> 'relation'
UNION ALL
SELECT value.page_id, value.property_id, NULL, NULL, related.id, related.title
FROM space_property_values AS value
JOIN research_pages AS related ON related.id = value.related_page_id AND related.space_id = value.space_id
JOIN research_projects AS project ON project.id = related.project_id AND project.space_id = related.space_id
WHERE value.space_id = {guard.tenant:int64} AND value.page_id IN ({pages:int64[]}) AND value.property_id IN ({fields:int64[]})
  AND value.kind = 'relation' AND related.trashed_at IS NULL AND project.trashed_at IS NULL
