-- Pages of the guard's project that are not in the trash and pass the filters. A filter whose field is 0 stands aside.
WHERE known.space_id = {guard.tenant:int64} AND known.project_id = {guard.project_id:int64} AND known.trashed_at IS NULL
  AND (lower(known.title) LIKE {part:text} ESCAPE '!' OR known.title LIKE {exact:text} ESCAPE '!')
-- each slot in 1..4
  AND ({field_{slot}:int64} = 0
    OR known.id IN (SELECT value.page_id FROM research_page_values AS value
        WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_{slot}:int64}
          AND (value.text_value IN (SELECT one.text_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = {slot})
            OR value.number_value IN (SELECT one.number_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = {slot})
            OR value.linked_id IN (SELECT one.linked_id FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = {slot})))
    OR ({absent_{slot}:int64} = 1 AND known.id NOT IN (SELECT value.page_id FROM research_page_values AS value
        WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_{slot}:int64})))
-- end each
