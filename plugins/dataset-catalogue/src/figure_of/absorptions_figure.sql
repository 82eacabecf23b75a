-- Figures of one column of the absorptions, of the rows up to the pinned blocks.
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
                {column:text} = 'chain_id', toString(absorption.chain_id),
                {column:text} = 'block_number', toString(absorption.block_number),
                {column:text} = 'log_index', toString(if(absorption.place < 2147483648, toNullable(absorption.place), NULL)),
                {column:text} = 'block_timestamp', formatDateTime(absorption.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
                {column:text} = 'transaction_hash', concat('0x', lower(hex(absorption.transaction_hash))),
                {column:text} = 'address', concat('0x', lower(hex(absorption.market))),
                {column:text} = 'kind', toString(absorption.kind),
                {column:text} = 'absorber', concat('0x', lower(hex(absorption.caller))),
                {column:text} = 'borrower', concat('0x', lower(hex(absorption.debtor))),
                {column:text} = 'asset', concat('0x', lower(hex(absorption.collateral))),
                {column:text} = 'amount', toString(absorption.amount),
                {column:text} = 'usd_value', toString(absorption.usd_value),
                NULL) AS cell,
            (absorption.chain_id, absorption.block_number, absorption.place) AS place,
            absorption.chain_id AS taken_chain,
            absorption.block_number AS taken_block,
            absorption.block_timestamp AS taken_at
        FROM (
            SELECT chain_id, block_number, log_index AS place, block_timestamp, transaction_hash, address AS market, kind,
                absorber AS caller, borrower AS debtor, asset AS collateral, amount, usd_value
            FROM absorptions FINAL
        ) AS absorption
        WHERE absorption.block_number >= {block_from:uint64} AND absorption.block_number <= {block_to:uint64}
          AND absorption.block_number <= transform(absorption.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          AND absorption.chain_id = {chain_id:uint64}                                        -- when chain_id
          AND absorption.block_timestamp >= {date_from:timestamp}                            -- when date_from
          AND absorption.block_timestamp < {date_to:timestamp}                               -- when date_to
          AND (empty({addresses:bytes[]}) OR absorption.market IN {addresses:bytes[]}
               OR absorption.debtor IN {addresses:bytes[]} OR absorption.caller IN {addresses:bytes[]})
    )
)
