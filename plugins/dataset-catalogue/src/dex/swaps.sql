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
{part.swaps}
LEFT JOIN (
    SELECT
        {part.pool_of_swap}
        side0.decimals AS decimals0, side1.decimals AS decimals1,
        arrayMap(text -> if({spreadsheet_safe:boolean} AND match(text, concat('^([[:space:]]|', char(194, 160), '|', char(226, 128, 139), '|', char(227, 128, 128), '|',
            char(239, 187, 191), ')*[=+@＝＋－＠-]|^[', char(9), char(10), char(13), ']')), concat(char(39), text), text),
            [nullIf(side0.symbol, ''), nullIf(side1.symbol, '')]) AS symbols
    FROM (
        SELECT chain_id, address, protocol, token0, token1 FROM pools FINAL
        WHERE empty({addresses:bytes[]}) OR address IN {addresses:bytes[]}
    ) AS known
    {part.tokens_of_known_pool}
) AS tracked ON tracked.pool_chain = swap.chain_id AND tracked.pool_address = swap.pool
WHERE swap.block_number >= {block_from:uint64} AND swap.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, swap.chain_id)
       AND swap.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, swap.chain_id)])
  {part.swap_filters}
ORDER BY bitXor(swap.chain_id, 0), swap.block_number, swap.place
LIMIT {most:uint64}                                                                          -- when most
