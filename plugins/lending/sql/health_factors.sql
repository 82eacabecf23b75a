-- Accounts of a snapshot, the least healthy first, those without a health factor last, as ingest finished them.
SELECT protocol, account, health_factor, collateral_usd, debt_usd, collaterals, debts, _risk
FROM (
    SELECT *, risk AS _risk
    FROM finished_health_factors FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
      AND protocol = {protocol:text}                                                         -- when protocol
      AND account = {account:bytes}                                                          -- when account
      AND health_factor >= toDecimal256({min_hf:text}, 18)                                   -- when min_hf
      AND health_factor <= toDecimal256({max_hf:text}, 18)                                   -- when max_hf
      AND {after(_risk:text asc, protocol:text asc, account:bytes asc)}
    ORDER BY risk, protocol, account
    LIMIT {page.limit}
)
ORDER BY _risk, protocol, account
