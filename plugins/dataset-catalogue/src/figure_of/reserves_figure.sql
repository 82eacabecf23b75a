-- Figures of one column of the reserves, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(v2_syncs.chain_id),
            {column:text} = 'pool', concat('0x', lower(hex(v2_syncs.pool))),
            {column:text} = 'block_number', toString(v2_syncs.block_number),
            {column:text} = 'log_index', toString(v2_syncs.log_index),
            {column:text} = 'block_timestamp', formatDateTime(v2_syncs.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
            {column:text} = 'transaction_hash', concat('0x', lower(hex(v2_syncs.transaction_hash))),
            {column:text} = 'reserve0', toString(v2_syncs.reserve0),
            {column:text} = 'reserve1', toString(v2_syncs.reserve1),
            NULL) AS cell,
            (v2_syncs.chain_id, v2_syncs.block_number, v2_syncs.log_index) AS place,
            v2_syncs.chain_id AS taken_chain,
            v2_syncs.block_number AS taken_block,
            v2_syncs.block_timestamp AS taken_at
        FROM v2_syncs FINAL
        WHERE v2_syncs.block_number >= {block_from:uint64} AND v2_syncs.block_number <= {block_to:uint64}
          AND v2_syncs.block_number <= transform(v2_syncs.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          {part.reserve_filters}
    )
)
