-- Figures of one column of the liquidations, of the rows up to the pinned blocks.
-- `magnitude` and `largest` are floats of about the sum and the largest number, by which one that overflows is noticed.
SELECT
    count() AS row_count,
    count(cell) AS cell_count,
    uniqExact(cell) AS distinct_count,
    if({column:text} IN ('collateral_usd', 'debt_usd'), toString(sum(dollars)), toString(sum(number))) AS total,
    sum(abs(toFloat64OrZero(cell))) AS magnitude,
    max(abs(toFloat64OrZero(cell))) AS largest,
    if({column:text} IN ('collateral_usd', 'debt_usd'), argMin(cell, dollars), argMin(cell, number)) AS smallest_number,
    if({column:text} IN ('collateral_usd', 'debt_usd'), argMax(cell, dollars), argMax(cell, number)) AS largest_number,
    min(cell) AS first_text,
    max(cell) AS last_text,
    argMin(cell, place) AS first_cell,
    argMax(cell, place) AS last_cell,
    max(taken_at) AS as_of,
    maxMappedArrays([taken_chain], [taken_block]) AS newest_blocks
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, toDecimal256OrNull(cell, 18) AS dollars, place, taken_chain, taken_block, taken_at FROM (
        SELECT multiIf(
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
            {column:text} = 'protocol', finished.lender,
            {column:text} = 'deployment', finished.slug,
            {column:text} = 'collateral_symbol', finished.symbol_of_collateral,
            {column:text} = 'collateral_decimals', toString(finished.decimals_of_collateral),
            {column:text} = 'collateral_usd', toString(finished.dollars_of_collateral),
            {column:text} = 'debt_token', concat('0x', lower(hex(finished.repaid_token))),
            {column:text} = 'debt_symbol', finished.symbol_of_debt,
            {column:text} = 'debt_decimals', toString(finished.decimals_of_debt),
            {column:text} = 'debt_usd', toString(finished.dollars_of_debt),
            NULL) AS cell,
            (liquidation.chain_id, liquidation.block_number, liquidation.place) AS place,
            liquidation.chain_id AS taken_chain,
            liquidation.block_number AS taken_block,
            liquidation.block_timestamp AS taken_at
        {part.liquidations}
        LEFT JOIN (
            SELECT
                {part.finished_of_liquidation}
                tupleElement(collateral, 'symbol') AS symbol_of_collateral, tupleElement(collateral, 'decimals') AS decimals_of_collateral,
                collateral_usd AS dollars_of_collateral, tupleElement(debt, 'address') AS repaid_token,
                tupleElement(debt, 'symbol') AS symbol_of_debt, tupleElement(debt, 'decimals') AS decimals_of_debt, debt_usd AS dollars_of_debt
            FROM finished_liquidations FINAL
            WHERE block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
              AND {column:text} IN ('protocol', 'deployment', 'collateral_symbol', 'collateral_decimals', 'collateral_usd', 'debt_token',
                  'debt_symbol', 'debt_decimals', 'debt_usd')
        ) AS finished ON finished.event_at = liquidation.block_timestamp AND finished.event_chain = liquidation.chain_id
            AND finished.event_block = liquidation.block_number AND finished.event_place = liquidation.place
        WHERE liquidation.block_number >= {block_from:uint64} AND liquidation.block_number <= {block_to:uint64}
          AND liquidation.block_number <= transform(liquidation.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          {part.liquidation_filters}
    )
)
