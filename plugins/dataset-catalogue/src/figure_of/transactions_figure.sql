-- Figures of one column of the transactions, of the rows up to the pinned blocks.
-- `magnitude` and `largest` are floats of about the sum and the largest number, by which one that overflows is noticed.
SELECT
    count() AS row_count,
    count(cell) AS cell_count,
    uniqExact(cell) AS distinct_count,
    toString(sum(number)) AS total,
    sum(abs(toFloat64OrZero(cell))) AS magnitude,
    max(abs(toFloat64OrZero(cell))) AS largest,
    argMin(cell, number) AS smallest_number,
    argMax(cell, number) AS largest_number,
    min(cell) AS first_text,
    max(cell) AS last_text,
    argMin(cell, place) AS first_cell,
    argMax(cell, place) AS last_cell,
    max(taken_at) AS as_of,
    maxMappedArrays([taken_chain], [taken_block]) AS newest_blocks
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at
    FROM (
        SELECT
            multiIf(
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
          AND transactions.chain_id = {chain_id:uint64}                                      -- when chain_id
          AND transactions.block_timestamp >= {date_from:timestamp}                          -- when date_from
          AND transactions.block_timestamp < {date_to:timestamp}                             -- when date_to
          AND (empty({addresses:bytes[]})
               OR transactions.from_address IN {addresses:bytes[]} OR transactions.to_address IN {addresses:bytes[]})
          AND (empty({from_addresses:bytes[]}) OR transactions.from_address IN {from_addresses:bytes[]})
          AND (empty({to_addresses:bytes[]}) OR transactions.to_address IN {to_addresses:bytes[]})
    )
)
