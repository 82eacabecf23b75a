-- The secret before signs too, for a while.
UPDATE webhook_endpoints
SET previous_sealed_secret = sealed_secret, previous_until = {previous_until:timestamp},
    sealed_secret = {sealed_secret:bytes}, secret_seen_by_user_id = {caller.user_id:int64}
WHERE id = {id:int64} AND organization_id = {guard.tenant:int64}
