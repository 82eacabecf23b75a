-- The annotations of a page, in the order in which they were made.
{part.annotation_fields}
WHERE annotation.space_id = {guard.tenant:int64} AND annotation.page_id = {guard.page_id:int64}
ORDER BY annotation.id
LIMIT 1000
