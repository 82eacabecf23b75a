-- Liquidations, newest first, as ingest finished them. Rows of a key are told apart by their version before anything else is asked of
-- them: see 0035_finished_lending.sql.
SELECT
    chain, chain_id, block_number, block_timestamp, transaction_hash, log_index, _place, decoded_from, protocol, deployment, contract, borrower,
    liquidator, collateral, collateral_amount_raw, collateral_amount, collateral_usd, collateral_usd_via,
    debt, debt_amount_raw, debt_amount, debt_usd, debt_usd_via,
    accrued_interest_amount_raw, accrued_interest_amount, receives_deposit_token
FROM (
    SELECT *, log_place AS _place, if(log_place < 2147483648, toNullable(log_place), NULL) AS log_index
    FROM finished_liquidations
    WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
      AND block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND (block_timestamp, chain_id, block_number, log_place) IN (SELECT block_timestamp, chain_id, block_number, log_place FROM finished_liquidations WHERE borrower = {borrower:bytes}) -- when borrower
    {part.newest_version_of_each}
) AS newest
WHERE is_deleted = 0
  {part.liquidation_filters}
ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, _place DESC
LIMIT {page.limit}
