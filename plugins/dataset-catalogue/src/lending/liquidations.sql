-- Liquidations, by chain, block and log. A protocol is that of the emitting contract; where nobody registered the contract, what a
-- file calls it. Rows that a file gave without an index of their log have none.
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
    CAST(liquidation.receives_deposit_token, 'Nullable(Bool)') AS receives_deposit_token
FROM (
    SELECT chain_id, block_number, log_index AS place, block_timestamp, transaction_hash, address AS emitter, event,
        borrower AS debtor, liquidator AS payer, collateral_asset AS collateral, collateral_amount, debt_asset AS debt, debt_amount,
        accrued_interest_amount, receives_deposit_token, stated_protocol
    FROM liquidations FINAL
) AS liquidation
WHERE liquidation.block_number >= {block_from:uint64} AND liquidation.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, liquidation.chain_id)
       AND liquidation.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, liquidation.chain_id)])
  AND liquidation.chain_id = {chain_id:uint64}                                               -- when chain_id
  AND liquidation.block_timestamp >= {date_from:timestamp}                                   -- when date_from
  AND liquidation.block_timestamp < {date_to:timestamp}                                      -- when date_to
  AND (empty({addresses:bytes[]}) OR liquidation.emitter IN {addresses:bytes[]}
       OR liquidation.debtor IN {addresses:bytes[]} OR liquidation.payer IN {addresses:bytes[]})
  AND (empty({protocols:text[]})
       OR (liquidation.chain_id, liquidation.emitter) IN (
           SELECT chain_id, address FROM lending_deployments FINAL
           WHERE protocol IN {protocols:text[]} OR slug IN {protocols:text[]})
       OR liquidation.stated_protocol IN {protocols:text[]} AND (liquidation.chain_id, liquidation.emitter) NOT IN (
           SELECT chain_id, address FROM lending_deployments FINAL))
ORDER BY liquidation.chain_id, liquidation.block_number, liquidation.place
LIMIT {most:uint64}                                                                          -- when most
