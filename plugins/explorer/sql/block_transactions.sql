-- The transactions of a block, in their order.
SELECT
    nullIf(transaction_hash, toFixedString('', 32)) AS hash,
    block_number,
    transaction_index,
    block_timestamp,
    from_address,
    to_address,
    nonce,
    toString(value) AS value_wei,
    nullIf(gas_limit, 0) AS gas_limit,
    gas_used,
    toString(gas_price) AS gas_price_wei,
    toString(max_fee_per_gas) AS max_fee_per_gas_wei,
    toString(max_priority_fee_per_gas) AS max_priority_fee_per_gas_wei,
    transaction_type,
    CAST(success, 'Nullable(Bool)') AS success,
    concat('0x', lower(hex(input))) AS input
FROM transactions FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND {after(transaction_index:uint64 asc)}
ORDER BY transaction_index
LIMIT {page.limit}
