-- Figures of one column of the transactions, of the rows up to the pinned blocks.
{part.pinned_cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(transactions.chain_id),
            {column:text} = 'block_number', toString(transactions.block_number),
            {column:text} = 'transaction_index', toString(transactions.transaction_index),
            {column:text} = 'transaction_hash', concat('0x', lower(hex(transactions.transaction_hash))),
            {column:text} = 'block_hash', concat('0x', lower(hex(transactions.block_hash))),
            {column:text} = 'block_timestamp', formatDateTime(transactions.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
            {column:text} = 'nonce', toString(transactions.nonce),
            {column:text} = 'from_address', concat('0x', lower(hex(transactions.from_address))),
            {column:text} = 'to_address', concat('0x', lower(hex(transactions.to_address))),
            {column:text} = 'value', toString(transactions.value),
            {column:text} = 'gas_limit', toString(transactions.gas_limit),
            {column:text} = 'gas_price', toString(transactions.gas_price),
            {column:text} = 'max_fee_per_gas', toString(transactions.max_fee_per_gas),
            {column:text} = 'max_priority_fee_per_gas', toString(transactions.max_priority_fee_per_gas),
            {column:text} = 'gas_used', toString(transactions.gas_used),
            {column:text} = 'transaction_type', toString(transactions.transaction_type),
            {column:text} = 'success', toString(CAST(transactions.success, 'Nullable(Bool)')),
            NULL) AS cell,
            (transactions.chain_id, transactions.block_number, transactions.transaction_index) AS place,
            transactions.chain_id AS taken_chain,
            transactions.block_number AS taken_block,
            transactions.block_timestamp AS taken_at
        FROM transactions FINAL
        WHERE transactions.block_number >= {block_from:uint64} AND transactions.block_number <= {block_to:uint64}
          AND transactions.block_number <= transform(transactions.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          {part.transaction_filters}
    )
)
