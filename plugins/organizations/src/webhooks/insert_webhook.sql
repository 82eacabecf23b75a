-- Another endpoint, unless the organization has 20.
INSERT INTO webhook_endpoints (organization_id, url, events, sealed_secret, consecutive_failures, created_at)
SELECT {guard.tenant:int64}, {url:text}, {events:text}, {sealed_secret:bytes}, 0, {now:timestamp}
WHERE (SELECT count(*) FROM webhook_endpoints WHERE organization_id = {guard.tenant:int64}) < 20
RETURNING id
