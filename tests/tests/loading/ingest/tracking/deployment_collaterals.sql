-- What was taken in a range of time, by token, most often first.
SELECT
    chain, chain_id, token, times, taken.amount AS amount_raw,
    leftPad(ifNull(toString(taken.amount), '0'), greatest(length(ifNull(toString(taken.amount), '0')), ifNull(decimals, 0) + 1), '0') AS _digits,
    if(isNull(decimals) OR isNull(taken.amount), NULL, trim(TRAILING '.' FROM concat(
        substring(_digits, 1, length(_digits) - ifNull(decimals, 0)), '.',
        trim(TRAILING '0' FROM substring(_digits, length(_digits) - ifNull(decimals, 0) + 1))))) AS amount
FROM (
    SELECT any(slug) AS chain, chain_id, any(item) AS token, any(item.decimals) AS decimals, count() AS times,
        if(sum(toFloat64(units)) < 1.157e77, toNullable(sum(units)), NULL) AS amount
    FROM (
        SELECT chain AS slug, chain_id, collateral AS item, collateral_amount_raw AS units FROM finished_liquidations FINAL
        WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
        UNION ALL
        SELECT chain, chain_id, asset, amount_raw FROM finished_absorptions FINAL
        WHERE deployment = {slug:text} AND kind = 'collateral' AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
    )
    GROUP BY chain_id, item.address
) AS taken
ORDER BY times DESC, chain_id, token.address
LIMIT 100
