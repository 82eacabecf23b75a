{part.saved_item_fields}
WHERE item.space_id = {guard.tenant:int64} AND item.id = {id:int64}
