-- Those of some tokens that a registry has, by their symbols in lower case and by their addresses: that of tokens, or that of contracts, as
-- what a lender lends.
-- within 3 seconds
SELECT DISTINCT ifNull(token, '') AS word
FROM (
    SELECT lower(ifNull(symbol, '')) AS token FROM tokens FINAL WHERE lower(ifNull(symbol, '')) IN {symbols:text[]}
    UNION ALL
    SELECT concat('0x', lower(hex(address))) AS token FROM tokens FINAL WHERE address IN {addresses:bytes[]}
    UNION ALL
    SELECT concat('0x', lower(hex(underlying))) AS token FROM lending_deployments FINAL WHERE underlying IN {addresses:bytes[]}
)
ORDER BY word
LIMIT 1000
