-- Who was gone comes anew.
INSERT INTO research_presence (page_id, space_id, user_id, since, seen_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp})
ON CONFLICT (page_id, user_id) DO UPDATE SET
    since = CASE WHEN research_presence.seen_at < {here_since:timestamp} THEN excluded.since ELSE research_presence.since END,
    seen_at = excluded.seen_at
