-- The newest version of any row that a dataset has in blocks of a range, up to the pins. Rows are replaced by rows of higher versions, and
-- one that was taken back is replaced by its tombstone: a load, a withdrawal and a reorganisation in the range raise it, and nothing
-- lowers it. Registries that a filter looks into, or that name what stands in its rows, count with it.
SELECT max(newest) AS data_version
FROM (
    SELECT max(version) AS newest FROM blocks
    WHERE 'blocks' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM transactions
    WHERE 'transactions' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM logs
    WHERE 'logs' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM v2_swaps
    WHERE 'swaps' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM v3_swaps
    WHERE 'swaps' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM v2_syncs
    WHERE 'reserves' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM price_bars
    WHERE 'price_bars' IN {datasets:text[]}
      AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, chain_id)
           AND first_block <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, chain_id)])
    UNION ALL
    SELECT max(version) FROM liquidations
    WHERE 'liquidations' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM finished_liquidations
    WHERE 'liquidations' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM absorptions
    WHERE 'absorptions' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM health_factors
    WHERE 'health_factors' IN {datasets:text[]} AND block_number >= {block_from:uint64}
      {part.up_to_pins}
    UNION ALL
    SELECT max(version) FROM pools WHERE hasAny({datasets:text[]}, ['pools', 'swaps']) OR {by_exchange:boolean}
    UNION ALL
    SELECT max(version) FROM lending_deployments WHERE {by_lender:boolean}
    UNION ALL
    SELECT max(version) FROM tokens WHERE hasAny({datasets:text[]}, ['tokens', 'swaps'])
)
