UPDATE research_views SET is_shared = NOT is_shared, updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.view_id:int64}
