-- Another endpoint, unless the organization has the most.
INSERT INTO webhook_endpoints (organization_id, url, events, sealed_secret, consecutive_failures, created_at, created_by_user_id,
    secret_seen_by_user_id)
SELECT {guard.tenant:int64}, {url:text}, {events:text}, {sealed_secret:bytes}, 0, {now:timestamp}, {caller.user_id:int64},
    {caller.user_id:int64}
WHERE (SELECT count(*) FROM webhook_endpoints WHERE organization_id = {guard.tenant:int64}) < {most:int64}
RETURNING id
