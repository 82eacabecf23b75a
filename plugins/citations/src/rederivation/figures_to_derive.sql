-- Records in the order of their hashes; of a chain those that are of it or of several, of a block those that reach as far.
SELECT hash, canonical, row_count
FROM cited_figures
WHERE hash > {after:bytes}
  AND (chain_id = {chain_id:int64} OR chain_id IS NULL AND dataset <> 'chain_events')        -- when chain_id
  AND COALESCE(last_block, 0) >= {first_block:int64}                                         -- when first_block
ORDER BY hash
LIMIT {most:int64}
