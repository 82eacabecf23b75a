-- Liquidations under names that no column of a list has.
FROM (
    SELECT chain_id, block_number, log_index AS place, block_timestamp, transaction_hash, address AS emitter, event,
        borrower AS debtor, liquidator AS payer, collateral_asset AS collateral, collateral_amount, debt_asset AS debt, debt_amount,
        accrued_interest_amount, receives_deposit_token, stated_protocol
    FROM liquidations FINAL
) AS liquidation
