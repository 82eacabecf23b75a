UPDATE watch_digest__webhooks SET set_by_user_id = NULL WHERE set_by_user_id = {user_id:int64}
