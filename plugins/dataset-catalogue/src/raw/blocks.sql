-- Headers of blocks, by chain and number.
SELECT
    blocks.chain_id AS chain_id,
    blocks.block_number AS block_number,
    concat('0x', lower(hex(blocks.block_hash))) AS block_hash,
    concat('0x', lower(hex(blocks.parent_hash))) AS parent_hash,
    blocks.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(blocks.miner))) AS miner,
    blocks.gas_limit AS gas_limit,
    blocks.gas_used AS gas_used,
    blocks.base_fee_per_gas AS base_fee_per_gas,
    blocks.size_bytes AS size_bytes,
    blocks.transaction_count AS transaction_count,
    concat('0x', lower(hex(blocks.extra_data))) AS extra_data
FROM blocks FINAL
WHERE blocks.block_number >= {block_from:uint64} AND blocks.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, blocks.chain_id)
       AND blocks.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, blocks.chain_id)])
  AND blocks.chain_id = {chain_id:uint64}                                                    -- when chain_id
  AND blocks.block_timestamp >= {date_from:timestamp}                                        -- when date_from
  AND blocks.block_timestamp < {date_to:timestamp}                                           -- when date_to
ORDER BY blocks.chain_id, blocks.block_number
LIMIT {most:uint64}                                                                          -- when most
