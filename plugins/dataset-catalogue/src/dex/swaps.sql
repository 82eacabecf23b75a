-- Swaps of V2 and V3 pools, by chain, block and log. Rows that a file gave without an index of their log have none.
-- As in reserves.sql, bitXor has the engine sort on the disk. A spreadsheet passes over space in front of a formula: see tokens.sql.
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
    swap.tick_after AS tick,
    tracked.exchange AS protocol,
    concat('0x', lower(hex(tracked.first_token))) AS token0,
    tracked.symbols[1] AS token0_symbol,
    tracked.decimals0 AS token0_decimals,
    concat('0x', lower(hex(tracked.second_token))) AS token1,
    tracked.symbols[2] AS token1_symbol,
    tracked.decimals1 AS token1_decimals
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
LEFT JOIN (
    SELECT
        known.chain_id AS pool_chain, known.address AS pool_address, toNullable(toString(known.protocol)) AS exchange,
        toNullable(known.token0) AS first_token, toNullable(known.token1) AS second_token,
        side0.decimals AS decimals0, side1.decimals AS decimals1,
        arrayMap(text -> if({spreadsheet_safe:boolean} AND match(text, concat('^([[:space:]]|', char(194, 160), '|', char(226, 128, 139), '|', char(227, 128, 128), '|',
            char(239, 187, 191), ')*[=+@＝＋－＠-]|^[', char(9), char(10), char(13), ']')), concat(char(39), text), text),
            [nullIf(side0.symbol, ''), nullIf(side1.symbol, '')]) AS symbols
    FROM (
        SELECT chain_id, address, protocol, token0, token1 FROM pools FINAL
        WHERE empty({addresses:bytes[]}) OR address IN {addresses:bytes[]}
    ) AS known
    LEFT JOIN (SELECT chain_id, address, symbol, decimals FROM tokens FINAL) AS side0
        ON side0.chain_id = known.chain_id AND side0.address = known.token0
    LEFT JOIN (SELECT chain_id, address, symbol, decimals FROM tokens FINAL) AS side1
        ON side1.chain_id = known.chain_id AND side1.address = known.token1
) AS tracked ON tracked.pool_chain = swap.chain_id AND tracked.pool_address = swap.pool
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
