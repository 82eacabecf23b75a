-- How many pages have an option that is none of these.
SELECT count(*) AS pages FROM space_property_values
WHERE space_id = {guard.tenant:int64} AND property_id = {id:int64} AND option_value NOT IN ({options:text[]})
