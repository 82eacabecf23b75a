-- The newest block of each chain that a dataset has rows of, and that can no longer be replaced: of a chain that is followed, below the
-- depth of its finality: of a dataset that is made of several the newest of any. is_final: false of a chain that is followed and no block of
-- which is final yet. Of raw data the counts of days say it; nothing is deduplicated, so a block that was taken back may be named.
SELECT
    newest.chain_id AS chain_id,
    if(known.slug = '', toString(newest.chain_id), known.slug) AS chain,
    toUInt64(if(followed.head_block = 0, newest.block,
        least(newest.block, toUInt64(followed.head_block - least(followed.head_block, followed.finality_depth + 1))))) AS block_number,
    CAST(followed.head_block = 0 OR followed.head_block > followed.finality_depth, 'Bool') AS is_final
FROM (
    SELECT chain_id, max(newest) AS block
    FROM (
        SELECT chain_id, max(last_block) AS newest FROM chain_days FINAL
        WHERE ('blocks' IN {datasets:text[]} OR 'transactions' IN {datasets:text[]} OR 'logs' IN {datasets:text[]}) GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(block) FROM (
            SELECT chain_id, max(block_number) AS block FROM v2_swaps WHERE 'swaps' IN {datasets:text[]} GROUP BY chain_id
            UNION ALL
            SELECT chain_id, max(block_number) FROM v3_swaps WHERE 'swaps' IN {datasets:text[]} GROUP BY chain_id
        ) GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(block_number) FROM v2_syncs WHERE 'reserves' IN {datasets:text[]} GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(last_block) FROM price_bars WHERE 'price_bars' IN {datasets:text[]} GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(block_number) FROM liquidations WHERE 'liquidations' IN {datasets:text[]} GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(block_number) FROM absorptions WHERE 'absorptions' IN {datasets:text[]} GROUP BY chain_id
        UNION ALL
        SELECT chain_id, max(block_number) FROM health_factors WHERE 'health_factors' IN {datasets:text[]} GROUP BY chain_id
    )
    GROUP BY chain_id
) AS newest
LEFT JOIN (SELECT chain_id, head_block, finality_depth FROM followed_chains FINAL) AS followed ON followed.chain_id = newest.chain_id
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS known ON known.chain_id = newest.chain_id
WHERE TRUE
  AND newest.chain_id = {chain_id:uint64}                                                    -- when chain_id
ORDER BY chain_id
LIMIT 10000
