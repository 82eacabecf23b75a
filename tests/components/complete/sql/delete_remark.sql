DELETE FROM complete__remarks WHERE id = {guard.remark_id:int64}
