-- What was taken in a range of time, by token, most often first.
SELECT
    if(chains.slug = '', toString(taken.chain_id), chains.slug) AS chain,
    taken.chain_id AS chain_id,
    CAST((taken.token, held.symbol, held.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS token,
    taken.times AS times,
    taken.amount AS amount_raw,
    leftPad(ifNull(toString(taken.amount), '0'), greatest(length(ifNull(toString(taken.amount), '0')), ifNull(held.decimals, 0) + 1), '0') AS _digits,
    if(isNull(held.decimals) OR isNull(taken.amount), NULL, trim(TRAILING '.' FROM concat(
        substring(_digits, 1, length(_digits) - ifNull(held.decimals, 0)), '.',
        trim(TRAILING '0' FROM substring(_digits, length(_digits) - ifNull(held.decimals, 0) + 1))))) AS amount
FROM (
    SELECT chain_id, token, count() AS times, if(sum(toFloat64(amount)) < 1.157e77, toNullable(sum(amount)), NULL) AS amount
    FROM (
        SELECT chain_id, address, block_timestamp, collateral_asset AS token, collateral_amount AS amount FROM liquidations FINAL
        WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
        UNION ALL
        SELECT chain_id, address, block_timestamp, assumeNotNull(asset) AS token, amount FROM absorptions FINAL
        WHERE kind = 'collateral' AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
    ) AS events
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text})
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
    GROUP BY chain_id, token
) AS taken
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS held
    ON held.chain_id = taken.chain_id AND held.address = taken.token
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = taken.chain_id
ORDER BY taken.times DESC, taken.chain_id, taken.token
LIMIT 100
