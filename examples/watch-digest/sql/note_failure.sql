UPDATE watch_digest__webhooks SET failure = {failure:text}
WHERE organization_id = {organization_id:int64}
RETURNING server
