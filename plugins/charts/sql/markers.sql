-- Events within a range, newest first.
-- column verified boolean
-- column occurred_at timestamp
SELECT id, category, title, occurred_at, chain, block_number, is_verified AS verified
FROM chain_events
WHERE removed_at IS NULL AND occurred_at IS NOT NULL
  AND category = {category:text}                                                             -- when category
  AND (chain_id = {chain_id:int64} OR chain_id IS NULL)                                      -- when chain_id
  AND occurred_at >= {from:timestamp}                                                        -- when from
  AND occurred_at < {to:timestamp}                                                           -- when to
ORDER BY ordered_at DESC, id DESC
LIMIT 500
