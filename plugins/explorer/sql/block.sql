-- The blocks of one number: one row a chain.
SELECT
    if(chains.slug = '', toString(block.chain_id), chains.slug) AS _chain,
    block.chain_id AS _chain_id,
    block.block_number AS number,
    nullIf(block.block_hash, toFixedString('', 32)) AS hash,
    -- The first block of a chain has no parent and says so with zeros.
    if(block.block_number = 0, block.parent_hash, nullIf(block.parent_hash, toFixedString('', 32))) AS parent_hash,
    block.block_timestamp AS block_timestamp,
    block.miner AS miner,
    nullIf(block.gas_limit, 0) AS gas_limit,
    if(ifNull(block.gas_limit = 0, 0), NULL, block.gas_used) AS gas_used,
    toString(block.base_fee_per_gas) AS base_fee_per_gas_wei,
    block.size_bytes AS size_bytes,
    block.transaction_count AS transaction_count,
    if(isNull(block.extra_data), NULL, concat('0x', lower(hex(block.extra_data)))) AS extra_data
FROM (
    SELECT * FROM blocks FINAL
    WHERE block_number = {number:uint64}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
) AS block
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = block.chain_id
ORDER BY _chain_id
LIMIT 50
