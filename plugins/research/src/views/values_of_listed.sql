-- What pages have of some properties.
SELECT value.page_id, value.field, value.text_value, value.number_value, value.linked_id, value.linked_name
FROM research_page_values AS value
WHERE value.space_id = {guard.tenant:int64} AND value.page_id IN ({pages:int64[]}) AND value.field IN ({fields:int64[]}) AND value.field > 0
