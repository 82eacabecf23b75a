-- Liquidations, by chain, block and log. A protocol is that of the emitting contract; where nobody registered the contract, what a
-- file calls it. Rows that a file gave without an index of their log have none. Names, decimals and dollars are those that ingest gave
-- the event when it finished it. A spreadsheet passes over space in front of a formula: see tokens.sql.
SELECT
    liquidation.chain_id AS chain_id,
    liquidation.block_number AS block_number,
    if(liquidation.place < 2147483648, toNullable(liquidation.place), NULL) AS log_index,
    liquidation.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(liquidation.transaction_hash))) AS transaction_hash,
    concat('0x', lower(hex(liquidation.emitter))) AS address,
    toString(liquidation.event) AS event,
    concat('0x', lower(hex(liquidation.debtor))) AS borrower,
    concat('0x', lower(hex(liquidation.payer))) AS liquidator,
    concat('0x', lower(hex(liquidation.collateral))) AS collateral_asset,
    toString(liquidation.collateral_amount) AS collateral_amount,
    concat('0x', lower(hex(liquidation.debt))) AS debt_asset,
    toString(liquidation.debt_amount) AS debt_amount,
    toString(liquidation.accrued_interest_amount) AS accrued_interest_amount,
    CAST(liquidation.receives_deposit_token, 'Nullable(Bool)') AS receives_deposit_token,
    finished.lender AS protocol,
    finished.slug AS deployment,
    finished.symbols[1] AS collateral_symbol,
    finished.decimals_of_collateral AS collateral_decimals,
    toString(finished.dollars_of_collateral) AS collateral_usd,
    concat('0x', lower(hex(finished.repaid_token))) AS debt_token,
    finished.symbols[2] AS debt_symbol,
    finished.decimals_of_debt AS debt_decimals,
    toString(finished.dollars_of_debt) AS debt_usd
{part.liquidations}
LEFT JOIN (
    SELECT
        {part.finished_of_liquidation}
        tupleElement(collateral, 'decimals') AS decimals_of_collateral, collateral_usd AS dollars_of_collateral,
        tupleElement(debt, 'address') AS repaid_token, tupleElement(debt, 'decimals') AS decimals_of_debt, debt_usd AS dollars_of_debt,
        arrayMap(text -> if({spreadsheet_safe:boolean} AND match(text, concat('^([[:space:]]|', char(194, 160), '|', char(226, 128, 139), '|', char(227, 128, 128), '|',
            char(239, 187, 191), ')*[=+@＝＋－＠-]|^[', char(9), char(10), char(13), ']')), concat(char(39), text), text),
            [tupleElement(collateral, 'symbol'), tupleElement(debt, 'symbol')]) AS symbols
    FROM finished_liquidations FINAL
    WHERE block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND block_timestamp >= {date_from:timestamp}                                           -- when date_from
      AND block_timestamp < {date_to:timestamp}                                              -- when date_to
) AS finished ON finished.event_at = liquidation.block_timestamp AND finished.event_chain = liquidation.chain_id
    AND finished.event_block = liquidation.block_number AND finished.event_place = liquidation.place
WHERE liquidation.block_number >= {block_from:uint64} AND liquidation.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, liquidation.chain_id)
       AND liquidation.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, liquidation.chain_id)])
  {part.liquidation_filters}
ORDER BY liquidation.chain_id, liquidation.block_number, liquidation.place
LIMIT {most:uint64}                                                                          -- when most
