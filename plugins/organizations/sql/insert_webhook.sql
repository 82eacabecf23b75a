INSERT INTO webhook_endpoints (organization_id, url, events, sealed_secret, consecutive_failures, created_at)
VALUES ({organization_id:int64}, {url:text}, {events:text}, {sealed_secret:bytes}, 0, {now:int64})
RETURNING id
