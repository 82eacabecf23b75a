-- What the logs alone tell of a transaction: where it stands. Everything else is unknown.
SELECT
    transaction_hash AS hash,
    block_number,
    transaction_index,
    block_timestamp,
    CAST(NULL, 'Nullable(FixedString(20))') AS from_address,
    CAST(NULL, 'Nullable(FixedString(20))') AS to_address,
    CAST(NULL, 'Nullable(Bool)') AS creates_contract,
    CAST(NULL, 'Nullable(UInt64)') AS nonce,
    CAST(NULL, 'Nullable(String)') AS value_wei,
    CAST(NULL, 'Nullable(UInt64)') AS gas_limit,
    CAST(NULL, 'Nullable(UInt64)') AS gas_used,
    CAST(NULL, 'Nullable(String)') AS gas_price_wei,
    CAST(NULL, 'Nullable(String)') AS max_fee_per_gas_wei,
    CAST(NULL, 'Nullable(String)') AS max_priority_fee_per_gas_wei,
    CAST(NULL, 'Nullable(UInt8)') AS transaction_type,
    CAST(NULL, 'Nullable(Bool)') AS success,
    CAST(NULL, 'Nullable(String)') AS input
FROM logs FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
ORDER BY log_index
LIMIT 1
