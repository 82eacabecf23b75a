-- The copies on a page, the newest first.
{part.saved_item_fields}
WHERE item.space_id = {guard.tenant:int64} AND item.page_id = {guard.page_id:int64}
ORDER BY item.id DESC
LIMIT 10 OFFSET {before:int64}
