-- The newest block of each chain that a dataset has rows of, and that can no longer be replaced: of a chain that is followed, below the
-- depth of its finality. Of raw data the counts of days say it; nothing is deduplicated, so a block that was taken back may be named.
SELECT
    newest.chain_id AS chain_id,
    if(known.slug = '', toString(newest.chain_id), known.slug) AS chain,
    toUInt64(if(followed.head_block = 0, newest.block,
        least(newest.block, toUInt64(followed.head_block - least(followed.head_block, followed.finality_depth + 1))))) AS block_number
FROM (
    SELECT chain_id, max(last_block) AS block FROM chain_days FINAL
    WHERE {dataset:text} IN ('blocks', 'transactions', 'logs') GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(block) FROM (
        SELECT chain_id, max(block_number) AS block FROM v2_swaps WHERE {dataset:text} = 'swaps' GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(block_number) FROM v3_swaps WHERE {dataset:text} = 'swaps' GROUP BY chain_id
    ) GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(block_number) FROM v2_syncs WHERE {dataset:text} = 'reserves' GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(last_block) FROM price_bars WHERE {dataset:text} = 'price_bars' GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(block_number) FROM liquidations WHERE {dataset:text} = 'liquidations' GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(block_number) FROM absorptions WHERE {dataset:text} = 'absorptions' GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(block_number) FROM health_factors WHERE {dataset:text} = 'health_factors' GROUP BY chain_id
) AS newest
LEFT JOIN (SELECT chain_id, head_block, finality_depth FROM followed_chains FINAL) AS followed ON followed.chain_id = newest.chain_id
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS known ON known.chain_id = newest.chain_id
WHERE TRUE
  AND newest.chain_id = {chain_id:uint64}                                                    -- when chain_id
ORDER BY chain_id
LIMIT 10000
