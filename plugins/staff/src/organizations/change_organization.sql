-- What staff set of an organization; what is not given stays.
UPDATE organizations
SET name = {name:text else name}, plan_key = {plan_key:text else plan_key},
    staff_note = {staff_note:text? else staff_note}
WHERE id = {id:int64}
