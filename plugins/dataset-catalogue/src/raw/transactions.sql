-- Transactions with what their receipts say, by chain, block and index.
SELECT
    transactions.chain_id AS chain_id,
    transactions.block_number AS block_number,
    transactions.transaction_index AS transaction_index,
    concat('0x', lower(hex(transactions.transaction_hash))) AS transaction_hash,
    concat('0x', lower(hex(transactions.block_hash))) AS block_hash,
    transactions.block_timestamp AS block_timestamp,
    transactions.nonce AS nonce,
    concat('0x', lower(hex(transactions.from_address))) AS from_address,
    concat('0x', lower(hex(transactions.to_address))) AS to_address,
    toString(transactions.value) AS value,
    transactions.gas_limit AS gas_limit,
    toString(transactions.gas_price) AS gas_price,
    toString(transactions.max_fee_per_gas) AS max_fee_per_gas,
    toString(transactions.max_priority_fee_per_gas) AS max_priority_fee_per_gas,
    transactions.gas_used AS gas_used,
    transactions.transaction_type AS transaction_type,
    CAST(transactions.success, 'Nullable(Bool)') AS success,
    concat('0x', lower(hex(transactions.input))) AS input
FROM transactions FINAL
WHERE transactions.block_number >= {block_from:uint64} AND transactions.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, transactions.chain_id)
       AND transactions.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, transactions.chain_id)])
  {part.transaction_filters}
ORDER BY transactions.chain_id, transactions.block_number, transactions.transaction_index
LIMIT {most:uint64}                                                                          -- when most
