-- The liquidations at some places of a chain, as the family lending lists them: from `described` on, its sql/liquidations.sql, of one chain
-- and with a column for each member. Amounts are texts, as the host writes them.
WITH page AS (
    SELECT *
    FROM (
        SELECT *, log_index AS _place
        FROM liquidations
        WHERE chain_id = {chain_id:uint64} AND block_timestamp >= {from:timestamp} AND block_timestamp <= {to:timestamp}
          AND (block_number, log_index) IN (SELECT arrayJoin(arrayZip({blocks:uint64[]}, {places:uint64[]})))
        ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC, version DESC
        LIMIT 1 BY block_timestamp, chain_id, block_number, log_index
    ) AS newest
    WHERE is_deleted = 0
    LIMIT 10000
),
described AS (
    SELECT
        page.*,
        deployment.protocol AS protocol,
        deployment.slug AS slug,
        coalesce(page.debt_asset, deployment.underlying) AS debt_token,
        toStartOfHour(page.block_timestamp) AS hour,
        toDate(page.block_timestamp) AS day
    FROM page
    LEFT JOIN (SELECT chain_id, address, toNullable(toString(protocol)) AS protocol, toNullable(toString(slug)) AS slug, underlying FROM lending_deployments FINAL WHERE chain_id = {chain_id:uint64}) AS deployment
        ON deployment.chain_id = page.chain_id AND deployment.address = page.address
),
-- Whose closes of which days the page needs: of its tokens, and of those that lead to dollars by a second hop.
wanted AS (
    SELECT DISTINCT described.chain_id AS chain_id, arrayJoin(arrayConcat([collateral_asset, ifNull(debt_token, collateral_asset)], hops.tokens)) AS token,
        arrayJoin([day, day - 1]) AS day
    FROM described
    LEFT JOIN (SELECT chain_id, groupArray(address) AS tokens FROM hop_tokens FINAL GROUP BY chain_id) AS hops ON hops.chain_id = described.chain_id
),
dollars AS (
    SELECT chain_id, token, start, argMax(assumeNotNull(price), toFloat64OrZero(assumeNotNull(volume))) AS close
    FROM dollar_prices FINAL
    WHERE (chain_id, token, toDate(start)) IN (SELECT chain_id, token, day FROM wanted)
      AND isNotNull(price)
    GROUP BY chain_id, token, start
),
closes AS (
    -- Under each day the closes of that day and of the day before, in dollars and by the hop, of all its tokens.
    SELECT chain_id, arrayJoin([toDate(start), toDate(start) + 1]) AS day, arraySort(groupArray((start, close, via, token))) AS hours
    FROM (
        SELECT chain_id, token, start, close, '' AS via FROM dollars
        UNION ALL
        SELECT hop.chain_id AS chain_id, hop.token AS token, hop.start AS start,
            toString(multiplyDecimal(toDecimal256OrNull(hop.close, 30), toDecimal256OrNull(dollars.close, 18), 30)) AS close, hop.via AS via
        FROM (
            SELECT priced.chain_id AS chain_id, priced.token AS token, priced.start AS start, priced.hop_token AS hop_token, any(named.symbol) AS via,
                argMax(assumeNotNull(priced.price), toFloat64OrZero(assumeNotNull(priced.volume))) AS close
            FROM (
                SELECT chain_id, token, start, hop_token, price, volume FROM hop_prices FINAL
                WHERE (chain_id, token, toDate(start)) IN (SELECT chain_id, token, day FROM wanted) AND isNotNull(price)
                  AND length(price) <= 48
            ) AS priced
            INNER JOIN (SELECT chain_id, address, toString(symbol) AS symbol FROM hop_tokens FINAL) AS named
                ON named.chain_id = priced.chain_id AND named.address = priced.hop_token
            GROUP BY chain_id, token, start, hop_token
        ) AS hop
        INNER JOIN dollars ON dollars.chain_id = hop.chain_id AND dollars.token = hop.hop_token AND dollars.start = hop.start
    ) AS hourly
    WHERE isNotNull(close)
    GROUP BY chain_id, day
)
SELECT
    chain, chain_id, block_number, block_timestamp, transaction_hash, log_index, toUInt64(_place) AS log_place, decoded_from, protocol, deployment,
    contract, borrower, liquidator,
    tupleElement(collateral, 'address') AS collateral_address,
    tupleElement(collateral, 'symbol') AS collateral_symbol,
    toUInt64OrNull(toString(tupleElement(collateral, 'decimals'))) AS collateral_decimals,
    toString(_collateral_raw) AS collateral_amount_raw,
    _amounts[1] AS collateral_amount,
    toString(_usd[1]) AS collateral_usd,
    _via[1] AS collateral_usd_via,
    tupleElement(debt, 'address') AS debt_address,
    tupleElement(debt, 'symbol') AS debt_symbol,
    toUInt64OrNull(toString(tupleElement(debt, 'decimals'))) AS debt_decimals,
    toString(_debt_raw) AS debt_amount_raw,
    _amounts[2] AS debt_amount,
    toString(_usd[2]) AS debt_usd,
    _via[2] AS debt_usd_via,
    toString(_interest_raw) AS accrued_interest_amount_raw,
    if(isNull(_interest_raw), NULL, _amounts[3]) AS accrued_interest_amount,
    receives_deposit_token
-- A step a query: the engine writes the expression of a name out wherever the name is used.
FROM (
    SELECT *, arrayMap((usd, close, is_dollar) -> if(isNull(usd) OR is_dollar, NULL, nullIf(tupleElement(close, 3), '')), _usd, _chosen, _is_dollar) AS _via
    FROM (
        SELECT *, arrayMap((amount, close, is_dollar) -> multiplyDecimal(if(length(amount) > 48, NULL, toDecimal256OrNull(amount, 18)),
                if(is_dollar, toDecimal256(1, 30), toDecimal256OrNull(tupleElement(close, 2), 30)), 18),
            arraySlice(_amounts, 1, 2), _chosen, _is_dollar) AS _usd
        FROM (
            SELECT *, arrayMap(pair -> if(tupleElement(pair[1], 2) != '', pair[1], pair[2]), _closes) AS _chosen
            FROM (
                SELECT
                    if(chains.slug = '', toString(described.chain_id), chains.slug) AS chain,
                    described.chain_id AS chain_id,
                    described.block_number AS block_number,
                    described.block_timestamp AS block_timestamp,
                    described.transaction_hash AS transaction_hash,
                    if(described.log_index < 2147483648, toNullable(toUInt64(described.log_index)), NULL) AS log_index,
                    described.log_index AS _place,
                    toString(described.decoded_from) AS decoded_from,
                    coalesce(described.protocol, nullIf(toString(described.stated_protocol), '')) AS protocol,
                    described.slug AS deployment,
                    nullIf(described.address, toFixedString('', 20)) AS contract,
                    described.borrower AS borrower,
                    described.liquidator AS liquidator,
                    CAST((described.collateral_asset, collateral_token.symbol, collateral_token.decimals),
                        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS collateral,
                    described.collateral_amount AS _collateral_raw,
                    CAST((described.debt_token, repaid_token.symbol, repaid_token.decimals),
                        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS debt,
                    described.debt_amount AS _debt_raw,
                    described.accrued_interest_amount AS _interest_raw,
                    CAST(described.receives_deposit_token, 'Nullable(Bool)') AS receives_deposit_token,
                    arrayMap((digits, decimals) -> if(isNull(decimals), NULL, trim(TRAILING '.' FROM concat(
                            substring(digits, 1, length(digits) - ifNull(decimals, 0)), '.',
                            trim(TRAILING '0' FROM substring(digits, length(digits) - ifNull(decimals, 0) + 1))))),
                        arrayMap((raw, decimals) -> leftPad(toString(raw), greatest(length(toString(raw)), ifNull(decimals, 0) + 1), '0'),
                            [described.collateral_amount, ifNull(described.debt_amount, 0), ifNull(described.accrued_interest_amount, 0)],
                            [collateral_token.decimals, if(isNull(described.debt_amount), NULL, repaid_token.decimals), repaid_token.decimals]),
                        [collateral_token.decimals, if(isNull(described.debt_amount), NULL, repaid_token.decimals), repaid_token.decimals]) AS _amounts,
                    [(described.chain_id, described.collateral_asset) IN (SELECT chain_id, address FROM dollar_tokens FINAL),
                        ifNull((described.chain_id, described.debt_token) IN (SELECT chain_id, address FROM dollar_tokens FINAL), 0)] AS _is_dollar,
                    -- The newest close of the day before: in dollars where there is one, else by the hop.
                    arrayMap(token -> arrayMap(is_hop -> arrayLast(entry -> tupleElement(entry, 1) < described.hour
                            AND tupleElement(entry, 1) >= described.hour - 86400 AND (tupleElement(entry, 3) != '') = is_hop
                            AND tupleElement(entry, 4) = token, closes.hours), [0, 1]),
                        [described.collateral_asset, ifNull(described.debt_token, toFixedString('', 20))]) AS _closes
                FROM described
                LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL WHERE chain_id = {chain_id:uint64}) AS collateral_token
                    ON collateral_token.chain_id = described.chain_id AND collateral_token.address = described.collateral_asset
                LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL WHERE chain_id = {chain_id:uint64}) AS repaid_token
                    ON repaid_token.chain_id = described.chain_id AND repaid_token.address = described.debt_token
                LEFT JOIN closes ON closes.chain_id = described.chain_id AND closes.day = described.day
                LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = described.chain_id
            )
        )
    )
)
ORDER BY block_number, log_place
