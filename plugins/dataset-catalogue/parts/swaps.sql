-- Swaps of V2 and V3 pools alike. A V2 swap has no price, liquidity or tick of its own.
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
