-- Entries of the timeline, the one that was entered last first.
SELECT id, key, category, title, summary, chain, reported_loss, is_verified, occurred_at, created_at, updated_at
FROM chain_events
WHERE removed_at IS NULL
  AND category = {category:text}                                                             -- when category
ORDER BY id DESC
LIMIT {most:int64}
