SELECT accounts.user_id FROM stranger__accounts AS accounts WHERE {guard.tenant:int64} > 0 ORDER BY accounts.user_id LIMIT 900
