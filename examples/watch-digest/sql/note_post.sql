UPDATE watch_digest__webhooks SET posted_day = {day:text}, failure = NULL
WHERE organization_id = {organization_id:int64}
RETURNING server
