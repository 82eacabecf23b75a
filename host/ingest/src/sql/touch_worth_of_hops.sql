-- Lists all tokens that traded in an hour in which a hop token is worth something else than what is kept: some are priced by it.
INSERT INTO touched_worth (chain_id, token, hour)
SELECT DISTINCT bar.chain_id, arrayJoin([pool.token0, pool.token1]), bar.start
FROM (
    SELECT chain_id, pool, start FROM hourly_bars
    WHERE (start, chain_id) IN (
        SELECT hour, chain_id
        FROM (
            SELECT chain_id, token, start AS hour,
                toString(toDecimal256OrNull(argMin(assumeNotNull(price), (-toFloat64OrZero(ifNull(volume, '')), pool)), 30)) AS worth
            FROM dollar_prices FINAL
            WHERE isNotNull(price) AND (chain_id, token, start) IN ({touched} AND (chain_id, token) IN (SELECT chain_id, address FROM hop_tokens))
            GROUP BY chain_id, token, start
            UNION ALL
            SELECT chain_id, token, hour, toString(price) AS worth
            FROM token_worth FINAL
            WHERE hop_token = toFixedString('', 20)
              AND (chain_id, token, hour) IN ({touched} AND (chain_id, token) IN (SELECT chain_id, address FROM hop_tokens))
        )
        GROUP BY chain_id, token, hour
        HAVING count() = 1 OR uniqExact(ifNull(worth, '')) > 1)
) AS bar
INNER JOIN (SELECT chain_id, address, token0, token1 FROM pools FINAL) AS pool ON pool.chain_id = bar.chain_id AND pool.address = bar.pool
