-- The transaction at a place.
SELECT
    transaction_hash AS hash,
    block_number,
    transaction_index,
    block_timestamp,
    from_address,
    to_address,
    CAST(creates_contract, 'Nullable(Bool)') AS creates_contract,
    nonce,
    toString(value) AS value_wei,
    nullIf(gas_limit, 0) AS gas_limit,
    gas_used,
    toString(gas_price) AS gas_price_wei,
    toString(max_fee_per_gas) AS max_fee_per_gas_wei,
    toString(max_priority_fee_per_gas) AS max_priority_fee_per_gas_wei,
    transaction_type,
    CAST(success, 'Nullable(Bool)') AS success,
    if(isNull(input), NULL, concat('0x', lower(hex(input)))) AS input
FROM transactions FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
LIMIT 1
