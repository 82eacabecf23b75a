-- Figures of one column of the reserves, of the rows up to the pinned blocks.
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
          AND v2_syncs.chain_id = {chain_id:uint64}                                          -- when chain_id
          AND v2_syncs.block_timestamp >= {date_from:timestamp}                              -- when date_from
          AND v2_syncs.block_timestamp < {date_to:timestamp}                                 -- when date_to
          AND (empty({addresses:bytes[]}) OR v2_syncs.pool IN {addresses:bytes[]})
          AND (empty({protocols:text[]}) OR (v2_syncs.chain_id, v2_syncs.pool) IN (
               SELECT chain_id, address FROM pools FINAL WHERE protocol IN {protocols:text[]}))
    )
)
