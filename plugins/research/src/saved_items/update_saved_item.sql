UPDATE saved_items SET note = {note:text?}, updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.saved_item_id:int64}
