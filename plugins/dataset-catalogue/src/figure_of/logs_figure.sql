-- Figures of one column of the logs, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(logs.chain_id),
            {column:text} = 'block_number', toString(logs.block_number),
            {column:text} = 'log_index', toString(logs.log_index),
            {column:text} = 'block_hash', concat('0x', lower(hex(logs.block_hash))),
            {column:text} = 'block_timestamp', formatDateTime(logs.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
            {column:text} = 'transaction_hash', concat('0x', lower(hex(logs.transaction_hash))),
            {column:text} = 'transaction_index', toString(logs.transaction_index),
            {column:text} = 'address', concat('0x', lower(hex(logs.address))),
            {column:text} = 'topic_count', toString(logs.topic_count),
            {column:text} = 'topic0', concat('0x', lower(hex(logs.topic0))),
            {column:text} = 'topic1', concat('0x', lower(hex(logs.topic1))),
            {column:text} = 'topic2', concat('0x', lower(hex(logs.topic2))),
            {column:text} = 'topic3', concat('0x', lower(hex(logs.topic3))),
            NULL) AS cell,
            (logs.chain_id, logs.block_number, logs.log_index) AS place,
            logs.chain_id AS taken_chain,
            logs.block_number AS taken_block,
            logs.block_timestamp AS taken_at
        FROM logs FINAL
        WHERE logs.block_number >= {block_from:uint64} AND logs.block_number <= {block_to:uint64}
          AND logs.block_number <= transform(logs.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          {part.log_filters}
    )
)
