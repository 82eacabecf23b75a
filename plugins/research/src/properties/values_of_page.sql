-- What one page has of the properties of its space.
SELECT value.field, value.text_value, value.number_value, value.linked_id, value.linked_name
FROM research_page_values AS value
WHERE value.space_id = {guard.tenant:int64} AND value.page_id = {guard.page_id:int64} AND value.field > 0
LIMIT 200
