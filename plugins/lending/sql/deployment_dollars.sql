-- What happened in a deployment in a range of time, in US dollars. Of liquidations those are summed up of which a price is
-- known (as in liquidations.sql), and it is said of how many; absorptions have the market's own valuation.
WITH
    events AS (
        SELECT chain_id, collateral_asset, coalesce(debt_asset, underlying) AS debt_token, collateral_amount, debt_amount,
            toStartOfHour(block_timestamp) AS hour
        FROM (
            SELECT chain_id, address, block_timestamp, collateral_asset, debt_asset, collateral_amount, debt_amount FROM liquidations FINAL
            WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
              AND chain_id = {chain_id:uint64}                                               -- when chain_id
        ) AS liquidation
        INNER JOIN (SELECT chain_id, address, underlying FROM lending_deployments FINAL WHERE slug = {slug:text}) AS deployment
            ON deployment.chain_id = liquidation.chain_id AND deployment.address = liquidation.address
    ),
    sides AS (
        SELECT chain_id, 'collateral' AS side, collateral_asset AS token, toNullable(collateral_amount) AS amount, hour FROM events
        UNION ALL
        SELECT chain_id, 'debt', assumeNotNull(debt_token), debt_amount, hour FROM events WHERE isNotNull(debt_token) AND isNotNull(debt_amount)
    ),
    dollars AS (
        SELECT chain_id, token, start, argMax(assumeNotNull(price), toFloat64OrZero(assumeNotNull(volume))) AS close
        FROM dollar_prices FINAL
        WHERE ((chain_id, token) IN (SELECT chain_id, token FROM sides) OR (chain_id, token) IN (SELECT chain_id, address FROM hop_tokens FINAL))
          AND (chain_id, toDate(start)) IN (SELECT chain_id, arrayJoin([toDate(hour), toDate(hour) - 1]) FROM sides) AND isNotNull(price)
        GROUP BY chain_id, token, start
    ),
    hops AS (
        SELECT hop.chain_id AS chain_id, hop.token AS token, hop.start AS start,
            toString(multiplyDecimal(toDecimal256OrNull(hop.close, 30), toDecimal256OrNull(dollars.close, 18), 30)) AS close
        FROM (
            SELECT chain_id, token, start, hop_token, argMax(assumeNotNull(price), toFloat64OrZero(assumeNotNull(volume))) AS close
            FROM hop_prices FINAL
            WHERE (chain_id, token) IN (SELECT chain_id, token FROM sides) AND isNotNull(price) AND length(price) <= 48
              AND (chain_id, toDate(start)) IN (SELECT chain_id, arrayJoin([toDate(hour), toDate(hour) - 1]) FROM sides)
            GROUP BY chain_id, token, start, hop_token
        ) AS hop
        INNER JOIN dollars ON dollars.chain_id = hop.chain_id AND dollars.token = hop.hop_token AND dollars.start = hop.start
    ),
    direct_days AS (
        SELECT chain_id, token, arrayJoin([toDate(start), toDate(start) + 1]) AS day, groupArray((start, close)) AS hours
        FROM dollars GROUP BY chain_id, token, day
    ),
    hop_days AS (
        SELECT chain_id, token, arrayJoin([toDate(start), toDate(start) + 1]) AS day, groupArray((start, assumeNotNull(close))) AS hours
        FROM hops WHERE isNotNull(close) GROUP BY chain_id, token, day
    ),
    worth AS (
        SELECT sides.side AS side, sides.amount AS amount, token.decimals AS decimals,
            tupleElement(arrayLast(entry -> tupleElement(entry, 1) < sides.hour AND tupleElement(entry, 1) >= sides.hour - 86400,
                arraySort(direct.hours)), 2) AS direct_close,
            tupleElement(arrayLast(entry -> tupleElement(entry, 1) < sides.hour AND tupleElement(entry, 1) >= sides.hour - 86400,
                arraySort(hopped.hours)), 2) AS hop_close,
            if((sides.chain_id, sides.token) IN (SELECT chain_id, address FROM dollar_tokens FINAL), toNullable(toDecimal256(1, 30)),
                toDecimal256OrNull(if(direct_close != '', direct_close, hop_close), 30)) AS price
        FROM sides
        LEFT JOIN direct_days AS direct ON direct.chain_id = sides.chain_id AND direct.token = sides.token AND direct.day = toDate(sides.hour)
        LEFT JOIN hop_days AS hopped ON hopped.chain_id = sides.chain_id AND hopped.token = sides.token AND hopped.day = toDate(sides.hour)
        LEFT JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS token
            ON token.chain_id = sides.chain_id AND token.address = sides.token
    ),
    valued AS (
        SELECT side, if(isNotNull(price) AND decimals <= 36 AND length(toString(amount)) - toInt16(decimals) <= 30 AND length(toString(amount)) <= 57,
            multiplyDecimal(divideDecimal(toDecimal256OrNull(toString(amount), 0), toDecimal256(toUInt256(concat('1', repeat('0', ifNull(decimals, 0)))), 0), 18), price, 18), NULL) AS usd
        FROM worth
    ),
    absorbed AS (
        SELECT kind, usd_value FROM absorptions FINAL
        WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text})
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
    )
SELECT
    (SELECT toString(sumOrNull(usd)) FROM valued WHERE side = 'collateral') AS liquidated_usd,
    (SELECT count() FROM valued WHERE side = 'collateral' AND isNotNull(usd)) AS liquidated_usd_of,
    (SELECT toString(sumOrNull(usd)) FROM valued WHERE side = 'debt') AS repaid_usd,
    (SELECT count() FROM valued WHERE side = 'debt' AND isNotNull(usd)) AS repaid_usd_of,
    (SELECT toString(divideDecimal(toDecimal256(sumOrNull(usd_value), 0), toDecimal256(100000000, 0), 8)) FROM absorbed WHERE kind = 'debt') AS absorbed_debt_usd,
    (SELECT toString(divideDecimal(toDecimal256(sumOrNull(usd_value), 0), toDecimal256(100000000, 0), 8)) FROM absorbed WHERE kind = 'collateral') AS absorbed_collateral_usd
