-- Liquidations, newest first. Rows of a key are told apart by their version before anything else is asked of them: see
-- 0011_lending_events.sql. Dollar values: amount times the newest hourly close before the hour of the event, at most a day old,
-- in the pool with a dollar token that most dollars went through in that hour; where no such pool exists, the same close in
-- wrapped ether times that of wrapped ether in the same hour.
WITH page AS (
    SELECT *
    FROM (
        SELECT *, log_index AS _place
        FROM liquidations
        WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
          AND (block_timestamp, chain_id, block_number, log_index) IN (SELECT block_timestamp, chain_id, block_number, log_index FROM liquidations WHERE borrower = {borrower:bytes}) -- when borrower
          AND {after(block_timestamp:timestamp desc, chain_id:uint64 desc, block_number:uint64 desc, _place:uint64 desc)}
        ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC, version DESC
        LIMIT 1 BY block_timestamp, chain_id, block_number, log_index
    ) AS newest
    WHERE is_deleted = 0
      AND borrower = {borrower:bytes}                                                        -- when borrower
      AND ((chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE protocol = {protocol:text}) -- when protocol
           OR stated_protocol = {protocol:text} AND (chain_id, address) NOT IN (SELECT chain_id, address FROM lending_deployments FINAL)) -- when protocol
      AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text}) -- when slug
      AND ({collateral_symbol:text} = '' AND collateral_asset = {collateral_address:bytes}  -- when collateral_symbol
           OR {collateral_symbol:text} != '' AND (chain_id, collateral_asset) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({collateral_symbol:text}))) -- when collateral_symbol
      AND ({side_symbol:text} = '' AND (collateral_asset = {side_address:bytes} OR ifNull(debt_asset = {side_address:bytes}, false) -- when side_symbol
               OR isNull(debt_asset) AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE underlying = {side_address:bytes})) -- when side_symbol
           OR {side_symbol:text} != '' AND ((chain_id, collateral_asset) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})) -- when side_symbol
               OR (chain_id, assumeNotNull(debt_asset)) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})) -- when side_symbol
               OR isNull(debt_asset) AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE (chain_id, assumeNotNull(underlying)) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text}))))) -- when side_symbol
    ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC
    LIMIT {page.limit}
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
    LEFT JOIN (SELECT chain_id, address, toNullable(toString(protocol)) AS protocol, toNullable(toString(slug)) AS slug, underlying FROM lending_deployments FINAL) AS deployment
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
    chain, chain_id, block_number, block_timestamp, transaction_hash, log_index, _place, decoded_from, protocol, deployment, contract, borrower,
    liquidator,
    collateral,
    collateral_amount_raw,
    _amounts[1] AS collateral_amount,
    _usd[1] AS collateral_usd,
    _via[1] AS collateral_usd_via,
    debt,
    debt_amount_raw,
    _amounts[2] AS debt_amount,
    _usd[2] AS debt_usd,
    _via[2] AS debt_usd_via,
    accrued_interest_amount_raw,
    if(isNull(accrued_interest_amount_raw), NULL, _amounts[3]) AS accrued_interest_amount,
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
                    if(described.log_index < 2147483648, toNullable(described.log_index), NULL) AS log_index,
                    described.log_index AS _place,
                    toString(described.decoded_from) AS decoded_from,
                    coalesce(described.protocol, nullIf(toString(described.stated_protocol), '')) AS protocol,
                    described.slug AS deployment,
                    nullIf(described.address, toFixedString('', 20)) AS contract,
                    described.borrower AS borrower,
                    described.liquidator AS liquidator,
                    CAST((described.collateral_asset, collateral_token.symbol, collateral_token.decimals),
                        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS collateral,
                    described.collateral_amount AS collateral_amount_raw,
                    CAST((described.debt_token, repaid_token.symbol, repaid_token.decimals),
                        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS debt,
                    described.debt_amount AS debt_amount_raw,
                    described.accrued_interest_amount AS accrued_interest_amount_raw,
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
                LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS collateral_token
                    ON collateral_token.chain_id = described.chain_id AND collateral_token.address = described.collateral_asset
                LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS repaid_token
                    ON repaid_token.chain_id = described.chain_id AND repaid_token.address = described.debt_token
                LEFT JOIN closes ON closes.chain_id = described.chain_id AND closes.day = described.day
                LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = described.chain_id
            )
        )
    )
)
ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, _place DESC
