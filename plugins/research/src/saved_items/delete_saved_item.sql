DELETE FROM saved_items WHERE space_id = {guard.tenant:int64} AND id = {guard.saved_item_id:int64}
