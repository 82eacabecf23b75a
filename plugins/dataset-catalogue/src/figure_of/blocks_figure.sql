-- Figures of one column of the blocks, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(blocks.chain_id),
            {column:text} = 'block_number', toString(blocks.block_number),
            {column:text} = 'block_hash', concat('0x', lower(hex(blocks.block_hash))),
            {column:text} = 'parent_hash', concat('0x', lower(hex(blocks.parent_hash))),
            {column:text} = 'block_timestamp', formatDateTime(blocks.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
            {column:text} = 'miner', concat('0x', lower(hex(blocks.miner))),
            {column:text} = 'gas_limit', toString(blocks.gas_limit),
            {column:text} = 'gas_used', toString(blocks.gas_used),
            {column:text} = 'base_fee_per_gas', toString(blocks.base_fee_per_gas),
            {column:text} = 'size_bytes', toString(blocks.size_bytes),
            {column:text} = 'transaction_count', toString(blocks.transaction_count),
            NULL) AS cell,
            (blocks.chain_id, blocks.block_number) AS place,
            blocks.chain_id AS taken_chain,
            blocks.block_number AS taken_block,
            blocks.block_timestamp AS taken_at
        FROM blocks FINAL
        WHERE blocks.block_number >= {block_from:uint64} AND blocks.block_number <= {block_to:uint64}
          AND blocks.block_number <= transform(blocks.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          AND blocks.chain_id = {chain_id:uint64}                                            -- when chain_id
          AND blocks.block_timestamp >= {date_from:timestamp}                                -- when date_from
          AND blocks.block_timestamp < {date_to:timestamp}                                   -- when date_to
    )
)
