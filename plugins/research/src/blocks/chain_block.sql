-- The block of that number on a chain, as texts.
SELECT
    toString(block_number) AS number,
    if(block_hash = toFixedString('', 32), NULL, concat('0x', lower(hex(block_hash)))) AS hash,
    concat('0x', lower(hex(parent_hash))) AS parent_hash,
    block_timestamp,
    concat('0x', lower(hex(miner))) AS miner,
    toString(nullIf(gas_limit, 0)) AS gas_limit,
    toString(gas_used) AS gas_used,
    toString(base_fee_per_gas) AS base_fee_per_gas,
    toString(transaction_count) AS transaction_count
FROM blocks FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {number:uint64}
LIMIT 1
