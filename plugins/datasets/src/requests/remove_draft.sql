DELETE FROM data_requests WHERE user_id = {guard.tenant:int64} AND id = {guard.request_id:int64} AND status = 'draft'
