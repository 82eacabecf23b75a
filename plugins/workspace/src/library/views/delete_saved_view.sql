DELETE FROM saved_views WHERE user_id = {caller.user_id:int64} AND id = {guard.view_id:int64}
