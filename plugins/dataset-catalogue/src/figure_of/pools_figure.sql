-- Figures of one column of the pools.
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
    argMax(cell, place) AS last_cell
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place
    FROM (
        SELECT
            multiIf(
                {column:text} = 'chain_id', toString(pools.chain_id),
                {column:text} = 'address', concat('0x', lower(hex(pools.address))),
                {column:text} = 'protocol', toString(pools.protocol),
                {column:text} = 'source', toString(pools.source),
                {column:text} = 'token0', concat('0x', lower(hex(pools.token0))),
                {column:text} = 'token1', concat('0x', lower(hex(pools.token1))),
                {column:text} = 'fee', toString(pools.fee),
                {column:text} = 'created_block', toString(pools.created_block),
                NULL) AS cell,
            (pools.chain_id, pools.address) AS place
        FROM pools FINAL
        WHERE TRUE
          AND pools.chain_id = {chain_id:uint64}                                             -- when chain_id
          AND (empty({addresses:bytes[]}) OR pools.address IN {addresses:bytes[]})
          AND (empty({protocols:text[]}) OR pools.protocol IN {protocols:text[]})
    )
)
