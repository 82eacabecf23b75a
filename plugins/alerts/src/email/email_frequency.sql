SELECT frequency FROM alert_email_settings WHERE user_id = {caller.user_id:int64}
