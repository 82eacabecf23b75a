SELECT server, set_at_seconds FROM watch_digest__webhooks
WHERE set_by_user_id = {user_id:int64}
ORDER BY organization_id
