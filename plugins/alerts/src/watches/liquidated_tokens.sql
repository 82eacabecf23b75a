-- Those of some tokens that were liquidated, as collateral or as debt.
-- within 3 seconds
SELECT DISTINCT token AS word
FROM (
    SELECT DISTINCT concat('0x', lower(hex(collateral_asset))) AS token FROM liquidations FINAL WHERE collateral_asset IN {addresses:bytes[]}
    UNION ALL
    SELECT DISTINCT concat('0x', lower(hex(debt_asset))) AS token FROM liquidations FINAL WHERE debt_asset IN {addresses:bytes[]}
)
ORDER BY word
LIMIT 1000
