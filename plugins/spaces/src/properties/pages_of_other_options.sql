-- Counts the pages that have an option outside this list.
SELECT count(*) AS pages FROM space_property_values
WHERE space_id = {guard.tenant:int64} AND property_id = {id:int64} AND option_value NOT IN ({options:text[]})
