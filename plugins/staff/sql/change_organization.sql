-- What staff set of a tenant; all of it.
UPDATE organizations
SET name = {name:text}, plan_key = {plan_key:text},
    staff_note = NULLIF({staff_note:text}, '')
WHERE id = {id:int64}
