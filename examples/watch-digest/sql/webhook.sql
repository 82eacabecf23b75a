-- The webhook of the caller's organization, without its address: everybody who has it may post.
SELECT server, set_at_seconds, posted_day, failure
FROM watch_digest__webhooks
WHERE organization_id = {caller.organization_id:int64}
