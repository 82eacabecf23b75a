-- Figures of one column of the swaps, of the rows up to the pinned blocks.
-- `magnitude` and `largest` are floats of about the sum and the largest number, by which one that overflows is noticed.
SELECT
    count() AS row_count,
    count(cell) AS cell_count,
    uniqExact(cell) AS distinct_count,
    toString(sum(number)) AS total,
    sum(abs(toFloat64OrZero(cell))) AS magnitude,
    max(abs(toFloat64OrZero(cell))) AS largest,
    argMin(cell, number) AS smallest_number,
    argMax(cell, number) AS largest_number,
    min(cell) AS first_text,
    max(cell) AS last_text,
    argMin(cell, place) AS first_cell,
    argMax(cell, place) AS last_cell,
    max(taken_at) AS as_of,
    maxMappedArrays([taken_chain], [taken_block]) AS newest_blocks
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at
    FROM (
        SELECT
            multiIf(
                {column:text} = 'chain_id', toString(swap.chain_id),
                {column:text} = 'pool', concat('0x', lower(hex(swap.pool))),
                {column:text} = 'source', swap.kind,
                {column:text} = 'block_number', toString(swap.block_number),
                {column:text} = 'log_index', toString(if(swap.place < 2147483648, toNullable(swap.place), NULL)),
                {column:text} = 'block_timestamp', formatDateTime(swap.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
                {column:text} = 'transaction_hash', concat('0x', lower(hex(swap.transaction_hash))),
                {column:text} = 'sender', concat('0x', lower(hex(swap.sender))),
                {column:text} = 'recipient', concat('0x', lower(hex(swap.recipient))),
                {column:text} = 'amount0', toString(swap.change0),
                {column:text} = 'amount1', toString(swap.change1),
                {column:text} = 'sqrt_price_x96', toString(swap.square_root),
                {column:text} = 'liquidity', toString(swap.in_range),
                {column:text} = 'tick', toString(swap.tick_after),
                {column:text} = 'protocol', tracked.exchange,
                {column:text} = 'token0', concat('0x', lower(hex(tracked.first_token))),
                {column:text} = 'token0_symbol', tracked.symbol0,
                {column:text} = 'token0_decimals', toString(tracked.decimals0),
                {column:text} = 'token1', concat('0x', lower(hex(tracked.second_token))),
                {column:text} = 'token1_symbol', tracked.symbol1,
                {column:text} = 'token1_decimals', toString(tracked.decimals1),
                NULL) AS cell,
            (swap.chain_id, swap.block_number, swap.place) AS place,
            swap.chain_id AS taken_chain,
            swap.block_number AS taken_block,
            swap.block_timestamp AS taken_at
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
                nullIf(side0.symbol, '') AS symbol0, nullIf(side1.symbol, '') AS symbol1,
                side0.decimals AS decimals0, side1.decimals AS decimals1
            FROM (
                SELECT chain_id, address, protocol, token0, token1 FROM pools FINAL
                WHERE (empty({addresses:bytes[]}) OR address IN {addresses:bytes[]})
                  AND {column:text} IN ('protocol', 'token0', 'token0_symbol', 'token0_decimals', 'token1', 'token1_symbol', 'token1_decimals')
            ) AS known
            LEFT JOIN (SELECT chain_id, address, symbol, decimals FROM tokens FINAL) AS side0
                ON side0.chain_id = known.chain_id AND side0.address = known.token0
            LEFT JOIN (SELECT chain_id, address, symbol, decimals FROM tokens FINAL) AS side1
                ON side1.chain_id = known.chain_id AND side1.address = known.token1
        ) AS tracked ON tracked.pool_chain = swap.chain_id AND tracked.pool_address = swap.pool
        WHERE swap.block_number >= {block_from:uint64} AND swap.block_number <= {block_to:uint64}
          AND swap.block_number <= transform(swap.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          AND swap.chain_id = {chain_id:uint64}                                              -- when chain_id
          AND swap.block_timestamp >= {date_from:timestamp}                                  -- when date_from
          AND swap.block_timestamp < {date_to:timestamp}                                     -- when date_to
          AND (empty({addresses:bytes[]}) OR swap.pool IN {addresses:bytes[]})
          AND (empty({protocols:text[]})
               OR (swap.chain_id, swap.pool) IN (SELECT chain_id, address FROM pools FINAL WHERE protocol IN {protocols:text[]}))
    )
)
