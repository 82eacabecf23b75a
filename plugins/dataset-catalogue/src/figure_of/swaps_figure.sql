-- Figures of one column of the swaps, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
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
        {part.swaps}
        LEFT JOIN (
            SELECT
                {part.pool_of_swap}
                nullIf(side0.symbol, '') AS symbol0, nullIf(side1.symbol, '') AS symbol1,
                side0.decimals AS decimals0, side1.decimals AS decimals1
            FROM (
                SELECT chain_id, address, protocol, token0, token1 FROM pools FINAL
                WHERE (empty({addresses:bytes[]}) OR address IN {addresses:bytes[]})
                  AND {column:text} IN ('protocol', 'token0', 'token0_symbol', 'token0_decimals', 'token1', 'token1_symbol', 'token1_decimals')
            ) AS known
            {part.tokens_of_known_pool}
        ) AS tracked ON tracked.pool_chain = swap.chain_id AND tracked.pool_address = swap.pool
        WHERE swap.block_number >= {block_from:uint64} AND swap.block_number <= {block_to:uint64}
          AND swap.block_number <= transform(swap.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          {part.swap_filters}
    )
)
