-- A token whose decimals are waited for. One that was known and is not any more is looked up anew.
INSERT INTO token_lookups (chain_id, chain, token, requests, tries, requested_at, next_try_at)
VALUES ({chain_id:int64}, {chain:text}, {token:bytes}, 1, 0, {now:timestamp}, {now:timestamp})
ON CONFLICT (chain_id, token) DO UPDATE SET requests = token_lookups.requests + 1, answered_at = NULL,
    tries = CASE WHEN token_lookups.answered_at IS NULL THEN token_lookups.tries ELSE 0 END,
    next_try_at = CASE WHEN token_lookups.answered_at IS NULL THEN token_lookups.next_try_at ELSE excluded.next_try_at END
