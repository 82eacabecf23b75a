INSERT INTO watch_digest__webhooks (organization_id, url, server, set_by_user_id, set_at_seconds)
VALUES ({caller.organization_id:int64}, {url:text}, {server:text}, {caller.user_id:int64}, {set_at_seconds:int64})
ON CONFLICT (organization_id) DO UPDATE
SET url = excluded.url, server = excluded.server, set_by_user_id = excluded.set_by_user_id,
    set_at_seconds = excluded.set_at_seconds, posted_day = NULL, failure = NULL
RETURNING server, set_at_seconds, posted_day, failure
