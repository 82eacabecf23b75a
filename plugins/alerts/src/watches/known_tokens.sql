-- Those of some tokens that are known, by their symbols in lower case and by their addresses: in the registry of tokens, as what a lender
-- lends, or because they were liquidated.
-- within 3 seconds
SELECT DISTINCT ifNull(token, '') AS word
FROM (
    SELECT lower(ifNull(symbol, '')) AS token FROM tokens FINAL WHERE lower(ifNull(symbol, '')) IN {symbols:text[]}
    UNION ALL
    SELECT concat('0x', lower(hex(address))) AS token FROM tokens FINAL WHERE address IN {addresses:bytes[]}
    UNION ALL
    SELECT concat('0x', lower(hex(underlying))) AS token FROM lending_deployments FINAL WHERE underlying IN {addresses:bytes[]}
    UNION ALL
    SELECT DISTINCT concat('0x', lower(hex(collateral_asset))) AS token FROM liquidations FINAL WHERE collateral_asset IN {addresses:bytes[]}
    UNION ALL
    SELECT DISTINCT concat('0x', lower(hex(debt_asset))) AS token FROM liquidations FINAL WHERE debt_asset IN {addresses:bytes[]}
)
ORDER BY word
LIMIT 1000
