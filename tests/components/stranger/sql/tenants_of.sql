SELECT accounts.user_id FROM stranger__accounts AS accounts WHERE {user_id:int64} > 0
