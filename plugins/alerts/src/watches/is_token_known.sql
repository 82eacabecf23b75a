-- Whether a token is known by that symbol in lower case, or by that address: in the registry of tokens, as what a lender lends, or
-- because it was liquidated.
-- within 3 seconds
SELECT count() > 0 AS is_known
FROM (
    SELECT 1 FROM tokens FINAL
    WHERE {address:bytes} != '' AND address = {address:bytes} OR {symbol:text} != '' AND lower(ifNull(symbol, '')) = {symbol:text}
    UNION ALL
    SELECT 1 FROM lending_deployments FINAL WHERE underlying = {address:bytes}
    UNION ALL
    SELECT 1 FROM liquidations FINAL WHERE collateral_asset = {address:bytes} OR debt_asset = {address:bytes}
)
