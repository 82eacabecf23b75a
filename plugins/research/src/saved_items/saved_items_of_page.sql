SELECT count(*) AS total FROM saved_items WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64}
