-- The liquidations at some places of a chain, as ingest finished them, with a column for each member. Amounts are texts, as the host
-- writes them.
SELECT
    chain, chain_id, block_number, block_timestamp, transaction_hash,
    if(log_place < 2147483648, toNullable(toUInt64(log_place)), NULL) AS log_index,
    toUInt64(log_place) AS log_place,
    toString(decoded_from) AS decoded_from, protocol, deployment, contract, borrower, liquidator,
    collateral.address AS collateral_address,
    collateral.symbol AS collateral_symbol,
    toUInt64OrNull(toString(collateral.decimals)) AS collateral_decimals,
    toString(collateral_amount_raw) AS collateral_amount_raw,
    collateral_amount,
    toString(collateral_usd) AS collateral_usd,
    collateral_usd_via,
    debt.address AS debt_address,
    debt.symbol AS debt_symbol,
    toUInt64OrNull(toString(debt.decimals)) AS debt_decimals,
    toString(debt_amount_raw) AS debt_amount_raw,
    debt_amount,
    toString(debt_usd) AS debt_usd,
    debt_usd_via,
    toString(accrued_interest_amount_raw) AS accrued_interest_amount_raw,
    accrued_interest_amount,
    receives_deposit_token
FROM (
    SELECT *
    FROM finished_liquidations
    WHERE chain_id = {chain_id:uint64} AND block_timestamp >= {from:timestamp} AND block_timestamp <= {to:timestamp}
      AND (block_number, log_place) IN (SELECT arrayJoin(arrayZip({blocks:uint64[]}, {places:uint64[]})))
    ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_place DESC, version DESC
    LIMIT 1 BY block_timestamp, chain_id, block_number, log_place
) AS newest
WHERE is_deleted = 0
ORDER BY block_number, log_place
LIMIT 10000
