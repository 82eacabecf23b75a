-- The protocols of which there are snapshots, and whose rules their health factors follow.
-- within 3 seconds
SELECT toString(protocol) AS word, if(startsWith(word, 'compound'), 'the collateral factors of Compound', 'the liquidation thresholds of Aave') AS measure
FROM health_factor_snapshots FINAL
GROUP BY protocol
ORDER BY protocol
LIMIT 10000
