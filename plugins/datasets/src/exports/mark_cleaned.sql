UPDATE data_requests SET cleaned_at = {now:timestamp} WHERE id = {id:int64} AND status IN ('failed', 'expired')
