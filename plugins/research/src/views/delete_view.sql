DELETE FROM research_views WHERE space_id = {guard.tenant:int64} AND id = {guard.view_id:int64}
