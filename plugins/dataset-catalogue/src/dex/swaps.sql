-- Swaps of V2 and V3 pools, by chain, block and log. Rows that a file gave without an index of their log have none.
-- As in reserves.sql, bitXor has the engine sort on the disk.
SELECT
    swap.chain_id AS chain_id,
    concat('0x', lower(hex(swap.pool))) AS pool,
    swap.kind AS source,
    swap.block_number AS block_number,
    if(swap.place < 2147483648, toNullable(swap.place), NULL) AS log_index,
    swap.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(swap.transaction_hash))) AS transaction_hash,
    concat('0x', lower(hex(swap.sender))) AS sender,
    concat('0x', lower(hex(swap.recipient))) AS recipient,
    toString(swap.change0) AS amount0,
    toString(swap.change1) AS amount1,
    toString(swap.square_root) AS sqrt_price_x96,
    toString(swap.in_range) AS liquidity,
    swap.tick_after AS tick
FROM (
    SELECT chain_id, pool, 'v2' AS kind, block_number, log_index AS place, block_timestamp, transaction_hash, sender, recipient,
        toInt256(amount0_in) - toInt256(amount0_out) AS change0, toInt256(amount1_in) - toInt256(amount1_out) AS change1,
        CAST(NULL, 'Nullable(UInt256)') AS square_root, CAST(NULL, 'Nullable(UInt128)') AS in_range,
        CAST(NULL, 'Nullable(Int32)') AS tick_after
    FROM v2_swaps FINAL
    UNION ALL
    SELECT chain_id, pool, 'v3', block_number, log_index, block_timestamp, transaction_hash, sender, recipient,
        amount0, amount1, toNullable(sqrt_price_x96), toNullable(liquidity), toNullable(tick)
    FROM v3_swaps FINAL
) AS swap
WHERE swap.block_number >= {block_from:uint64} AND swap.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, swap.chain_id)
       AND swap.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, swap.chain_id)])
  AND swap.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND swap.block_timestamp >= {date_from:timestamp}                                          -- when date_from
  AND swap.block_timestamp < {date_to:timestamp}                                             -- when date_to
  AND (empty({addresses:bytes[]}) OR swap.pool IN {addresses:bytes[]})
  AND (empty({protocols:text[]})
       OR (swap.chain_id, swap.pool) IN (SELECT chain_id, address FROM pools FINAL WHERE protocol IN {protocols:text[]}))
ORDER BY bitXor(swap.chain_id, 0), swap.block_number, swap.place
LIMIT {most:uint64}                                                                          -- when most
