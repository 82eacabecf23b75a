-- What each page is sorted by: the smallest value that it has of the field, as text and as number.
LEFT JOIN (
  SELECT value.page_id,
      min(CASE WHEN {by_place:int64} = 0 THEN substr(lower(coalesce(value.text_value, value.linked_name)), 1, 200) END) AS sort_text,
      min(CASE WHEN {by_place:int64} = 0 THEN value.sort_number ELSE listed.place END) AS sort_number
  FROM research_page_values AS value
  LEFT JOIN {options:rows(name text, place float64)} AS listed ON listed.name = value.text_value
  WHERE value.space_id = {guard.tenant:int64} AND value.field = {sort_field:int64}
  GROUP BY value.page_id
) AS sorted ON sorted.page_id = known.id
