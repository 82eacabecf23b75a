SELECT lookups FROM complete__lookups WHERE user_id = {user_id:int64}
