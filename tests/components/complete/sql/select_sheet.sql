SELECT title, version FROM complete__sheets WHERE id = {guard.sheet_id:int64}
