-- Figures of one column of the tokens.
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
                {column:text} = 'chain_id', toString(tokens.chain_id),
                {column:text} = 'address', concat('0x', lower(hex(tokens.address))),
                {column:text} = 'symbol', toString(tokens.symbol),
                {column:text} = 'name', toString(tokens.name),
                {column:text} = 'decimals', toString(tokens.decimals),
                NULL) AS cell,
            (tokens.chain_id, tokens.address) AS place
        FROM tokens FINAL
        WHERE TRUE
          AND tokens.chain_id = {chain_id:uint64}                                            -- when chain_id
          AND (empty({addresses:bytes[]}) OR tokens.address IN {addresses:bytes[]})
    )
)
