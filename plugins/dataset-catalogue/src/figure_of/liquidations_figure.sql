-- Figures of one column of the liquidations, of the rows up to the pinned blocks.
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
                {column:text} = 'chain_id', toString(liquidation.chain_id),
                {column:text} = 'block_number', toString(liquidation.block_number),
                {column:text} = 'log_index', toString(if(liquidation.place < 2147483648, toNullable(liquidation.place), NULL)),
                {column:text} = 'block_timestamp', formatDateTime(liquidation.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
                {column:text} = 'transaction_hash', concat('0x', lower(hex(liquidation.transaction_hash))),
                {column:text} = 'address', concat('0x', lower(hex(liquidation.emitter))),
                {column:text} = 'event', toString(liquidation.event),
                {column:text} = 'borrower', concat('0x', lower(hex(liquidation.debtor))),
                {column:text} = 'liquidator', concat('0x', lower(hex(liquidation.payer))),
                {column:text} = 'collateral_asset', concat('0x', lower(hex(liquidation.collateral))),
                {column:text} = 'collateral_amount', toString(liquidation.collateral_amount),
                {column:text} = 'debt_asset', concat('0x', lower(hex(liquidation.debt))),
                {column:text} = 'debt_amount', toString(liquidation.debt_amount),
                {column:text} = 'accrued_interest_amount', toString(liquidation.accrued_interest_amount),
                {column:text} = 'receives_deposit_token', toString(CAST(liquidation.receives_deposit_token, 'Nullable(Bool)')),
                NULL) AS cell,
            (liquidation.chain_id, liquidation.block_number, liquidation.place) AS place,
            liquidation.chain_id AS taken_chain,
            liquidation.block_number AS taken_block,
            liquidation.block_timestamp AS taken_at
        FROM (
            SELECT chain_id, block_number, log_index AS place, block_timestamp, transaction_hash, address AS emitter, event,
                borrower AS debtor, liquidator AS payer, collateral_asset AS collateral, collateral_amount, debt_asset AS debt, debt_amount,
                accrued_interest_amount, receives_deposit_token, stated_protocol
            FROM liquidations FINAL
        ) AS liquidation
        WHERE liquidation.block_number >= {block_from:uint64} AND liquidation.block_number <= {block_to:uint64}
          AND liquidation.block_number <= transform(liquidation.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          AND liquidation.chain_id = {chain_id:uint64}                                       -- when chain_id
          AND liquidation.block_timestamp >= {date_from:timestamp}                           -- when date_from
          AND liquidation.block_timestamp < {date_to:timestamp}                              -- when date_to
          AND (empty({addresses:bytes[]}) OR liquidation.emitter IN {addresses:bytes[]}
               OR liquidation.debtor IN {addresses:bytes[]} OR liquidation.payer IN {addresses:bytes[]})
          AND (empty({protocols:text[]})
               OR (liquidation.chain_id, liquidation.emitter) IN (
                   SELECT chain_id, address FROM lending_deployments FINAL
                   WHERE protocol IN {protocols:text[]} OR slug IN {protocols:text[]})
               OR liquidation.stated_protocol IN {protocols:text[]} AND (liquidation.chain_id, liquidation.emitter) NOT IN (
                   SELECT chain_id, address FROM lending_deployments FINAL))
    )
)
