-- The transactions of a block, in their order. One that is known by its logs alone has nothing but its place and its time.
SELECT hash, block_number, transaction_index, block_timestamp, from_address, to_address, creates_contract, nonce, value_wei, gas_limit,
    gas_used, gas_price_wei, max_fee_per_gas_wei, max_priority_fee_per_gas_wei, transaction_type, success, input
FROM (
    SELECT
        nullIf(transaction_hash, toFixedString('', 32)) AS hash,
        {part.transaction_fields}
    FROM transactions FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
    UNION ALL
    SELECT nullIf(transaction_hash, toFixedString('', 32)), {block_number:uint64}, transaction_index, max(block_timestamp),
        CAST(NULL, 'Nullable(FixedString(20))'), CAST(NULL, 'Nullable(FixedString(20))'), CAST(NULL, 'Nullable(Bool)'), NULL, NULL, NULL, NULL,
        NULL, NULL, NULL, NULL, CAST(NULL, 'Nullable(Bool)'), CAST(NULL, 'Nullable(String)')
    FROM logs FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
      AND transaction_index NOT IN (
        SELECT transaction_index FROM transactions FINAL
        WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64})
    GROUP BY transaction_hash, transaction_index
)
WHERE {after(transaction_index:uint64 asc)}
ORDER BY transaction_index
LIMIT {page.limit}
