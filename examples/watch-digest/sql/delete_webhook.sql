DELETE FROM watch_digest__webhooks
WHERE organization_id = {caller.organization_id:int64}
RETURNING server
