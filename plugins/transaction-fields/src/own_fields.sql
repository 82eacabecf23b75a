-- The transaction at a place: what can be cited of it, as texts.
SELECT
    block_timestamp,
    concat('0x', lower(hex(from_address))) AS from_address,
    concat('0x', lower(hex(to_address))) AS to_address,
    toString(nonce) AS nonce,
    toString(value) AS value,
    toString(nullIf(gas_limit, 0)) AS gas_limit,
    toString(gas_used) AS gas_used,
    toString(gas_price) AS gas_price,
    toString(max_fee_per_gas) AS max_fee_per_gas,
    toString(max_priority_fee_per_gas) AS max_priority_fee_per_gas,
    toString(transaction_type) AS transaction_type,
    toString(CAST(success, 'Nullable(Bool)')) AS success
FROM transactions FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
LIMIT 1
