-- In one order, so that two who keep at once do not wait for each other.
INSERT INTO favourite_summaries (chain_id, pool, summary, read_at)
SELECT kept.chain_id, kept.pool, kept.summary, {now:timestamp}
FROM {summaries:rows(chain_id int64, pool bytes, summary text)} AS kept
WHERE TRUE
ORDER BY kept.chain_id, kept.pool
ON CONFLICT (chain_id, pool) DO UPDATE SET summary = excluded.summary, read_at = excluded.read_at
