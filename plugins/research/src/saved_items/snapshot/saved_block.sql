-- The blocks of one number, or of one hash: one row a chain. `block_hashes` finds a hash in fewer bytes than `blocks` would.
SELECT block.chain_id AS chain_id, if(chains.slug = '', toString(block.chain_id), chains.slug) AS chain,
    block.block_number AS block_number,
    if(block.block_hash = toFixedString('', 32), '', concat('0x', lower(hex(block.block_hash)))) AS block_hash,
    -- The first block of a chain has no parent and says so with zeros.
    if(block.parent_hash = toFixedString('', 32) AND block.block_number > 0, NULL, concat('0x', lower(hex(block.parent_hash)))) AS parent_hash,
    block.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(block.miner))) AS miner, toString(nullIf(block.gas_limit, 0)) AS gas_limit,
    if(ifNull(block.gas_limit = 0, 0), NULL, toString(block.gas_used)) AS gas_used,
    toString(block.base_fee_per_gas) AS base_fee_per_gas, toString(block.size_bytes) AS size_bytes,
    toString(block.transaction_count) AS transaction_count, concat('0x', lower(hex(block.extra_data))) AS extra_data
FROM (
    SELECT * FROM blocks FINAL
    WHERE TRUE
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND block_number = {number:uint64}                                                     -- when number
      AND block_hash = {hash:bytes}                                                          -- when hash
      AND (chain_id, block_number) IN (                                                      -- when hash
          SELECT chain_id, block_number FROM block_hashes WHERE block_hash = {hash:bytes})   -- when hash
) AS block
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = block.chain_id
ORDER BY chain_id
LIMIT 50
