DELETE FROM research_presence
WHERE (page_id, user_id) IN (
    SELECT gone.page_id, gone.user_id FROM research_presence AS gone
    WHERE gone.seen_at < {here_since:timestamp} ORDER BY gone.seen_at LIMIT {most:int64})
