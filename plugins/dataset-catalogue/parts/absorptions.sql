-- Absorptions under names that no column of a list has.
FROM (
    SELECT chain_id, block_number, log_index AS place, block_timestamp, transaction_hash, address AS market, kind,
        absorber AS caller, borrower AS debtor, asset AS collateral, amount, usd_value
    FROM absorptions FINAL
) AS absorption
