-- The accounts of a snapshot by how far they are from liquidation; the classes are named in health_factors.rs.
SELECT class, count() AS accounts, toString(sum(account.collateral_usd)) AS collateral_usd, toString(sum(account.debt_usd)) AS debt_usd
FROM (
    SELECT multiIf(isNull(health_factor), 8, health_factor < 1, 0, health_factor < toDecimal256('1.05', 18), 1,
            health_factor < toDecimal256('1.1', 18), 2, health_factor < toDecimal256('1.25', 18), 3,
            health_factor < toDecimal256('1.5', 18), 4, health_factor < 2, 5, health_factor < 5, 6, 7) AS class,
        finished_health_factors.collateral_usd AS collateral_usd, finished_health_factors.debt_usd AS debt_usd
    FROM finished_health_factors FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
      AND protocol = {protocol:text}                                                         -- when protocol
) AS account
GROUP BY class
ORDER BY class
LIMIT 9
