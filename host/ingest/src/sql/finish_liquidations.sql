-- Finishes the liquidations of the touched hours between two days: writes those that are other than before, and takes back those that
-- are there no more. Dollars: amount times the worth of the newest hour before that of the event, at most a day old; of pools with
-- a dollar token where one had a close in that day, else by a second hop.
INSERT INTO finished_liquidations ({columns}, version, is_deleted)
WITH
    touched AS (
        SELECT chain_id, hour FROM touched_lending_hours WHERE toDate(hour) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
    ),
    named AS (
        SELECT event.*, deployment.protocol AS protocol, deployment.slug AS slug, coalesce(event.debt_asset, deployment.underlying) AS debt_token
        FROM (
            SELECT *, toStartOfHour(block_timestamp) AS hour FROM liquidations FINAL
            WHERE toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
              AND (chain_id, toStartOfHour(block_timestamp)) IN (touched)
        ) AS event
        LEFT JOIN (
            SELECT chain_id, address, toNullable(toString(protocol)) AS protocol, toNullable(toString(slug)) AS slug, underlying
            FROM lending_deployments FINAL
        ) AS deployment ON deployment.chain_id = event.chain_id AND deployment.address = event.address
    ),
    asked AS (
        SELECT DISTINCT chain_id, arrayJoin([collateral_asset, ifNull(debt_token, collateral_asset)]) AS token, hour FROM named
    ),
    closes AS (
        SELECT chain_id, token, hour, hop_token, price, 1 AS is_there FROM token_worth FINAL
        WHERE (chain_id, token) IN (SELECT chain_id, token FROM asked)
          AND hour BETWEEN toDateTime(toDate({first_day:String}) - 1, 'UTC') AND toDateTime(toDate({last_day:String}) + 1, 'UTC')
    ),
    worth AS (
        SELECT asked.chain_id AS chain_id, asked.token AS token, asked.hour AS hour,
            (asked.chain_id, asked.token) IN (SELECT chain_id, address FROM dollar_tokens FINAL) AS is_dollar,
            direct.is_there = 1 AND direct.hour >= asked.hour - 86400 AS is_direct,
            hop.is_there = 1 AND hop.hour >= asked.hour - 86400 AS is_hop,
            multiIf(is_dollar, toNullable(toDecimal256(1, 30)), is_direct, direct.price, is_hop, hop.price, NULL) AS price,
            if(is_dollar OR is_direct OR NOT is_hop, NULL, nullIf(hop.via, '')) AS via
        FROM asked
        ASOF LEFT JOIN (SELECT chain_id, token, hour, price, is_there FROM closes WHERE hop_token = toFixedString('', 20)) AS direct
            ON direct.chain_id = asked.chain_id AND direct.token = asked.token AND direct.hour < asked.hour
        ASOF LEFT JOIN (
            SELECT closes.chain_id AS chain_id, closes.token AS token, closes.hour AS hour, closes.price AS price, toString(known.symbol) AS via,
                closes.is_there AS is_there
            FROM closes
            INNER JOIN (SELECT chain_id, address, symbol FROM hop_tokens FINAL) AS known
                ON known.chain_id = closes.chain_id AND known.address = closes.hop_token
            WHERE isNotNull(closes.price)
        ) AS hop ON hop.chain_id = asked.chain_id AND hop.token = asked.token AND hop.hour < asked.hour
    ),
    scaled AS (
        SELECT
            named.block_timestamp AS block_timestamp, named.chain_id AS chain_id, named.block_number AS block_number,
            named.log_index AS log_place, named.transaction_hash AS transaction_hash, toString(named.decoded_from) AS decoded_from,
            coalesce(named.protocol, nullIf(toString(named.stated_protocol), '')) AS protocol, named.slug AS deployment,
            nullIf(named.address, toFixedString('', 20)) AS contract, named.borrower AS borrower, named.liquidator AS liquidator,
            named.collateral_amount AS collateral_amount_raw, named.debt_amount AS debt_amount_raw,
            named.accrued_interest_amount AS accrued_interest_amount_raw,
            CAST(named.receives_deposit_token, 'Nullable(Bool)') AS receives_deposit_token,
            if(chains.slug = '', toString(named.chain_id), toString(chains.slug)) AS chain,
            CAST((named.collateral_asset, taken.symbol, taken.decimals),
                'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS collateral,
            CAST((named.debt_token, repaid.symbol, repaid.decimals),
                'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS debt,
            arrayMap((digits, decimals) -> if(isNull(decimals), NULL, trim(TRAILING '.' FROM concat(
                    substring(digits, 1, length(digits) - ifNull(decimals, 0)), '.',
                    trim(TRAILING '0' FROM substring(digits, length(digits) - ifNull(decimals, 0) + 1))))),
                arrayMap((raw, decimals) -> leftPad(toString(raw), greatest(length(toString(raw)), ifNull(decimals, 0) + 1), '0'),
                    [named.collateral_amount, ifNull(named.debt_amount, 0), ifNull(named.accrued_interest_amount, 0)],
                    [taken.decimals, repaid.decimals, repaid.decimals]),
                [taken.decimals, if(isNull(named.debt_amount), NULL, repaid.decimals), if(isNull(named.accrued_interest_amount), NULL, repaid.decimals)]) AS amounts,
            [taken_worth.price, repaid_worth.price] AS prices,
            [taken_worth.via, repaid_worth.via] AS hops
        FROM named
        LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS taken
            ON taken.chain_id = named.chain_id AND taken.address = named.collateral_asset
        LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS repaid
            ON repaid.chain_id = named.chain_id AND repaid.address = named.debt_token
        LEFT JOIN worth AS taken_worth
            ON taken_worth.chain_id = named.chain_id AND taken_worth.token = named.collateral_asset AND taken_worth.hour = named.hour
        LEFT JOIN worth AS repaid_worth
            ON repaid_worth.chain_id = named.chain_id AND repaid_worth.token = named.debt_token AND repaid_worth.hour = named.hour
        LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = named.chain_id
    ),
    valued AS (
        -- 10^58 cannot be written, and to try would end the run.
        SELECT *, arrayMap((amount, price) -> multiplyDecimal(
                if(length(amount) > 48 OR toFloat64OrZero(amount) * toFloat64(price) > 1e57, NULL, toDecimal256OrNull(amount, 18)), price, 18),
            arraySlice(amounts, 1, 2), prices) AS usd
        FROM scaled
    ),
    finished AS (
        SELECT *, amounts[1] AS collateral_amount, prices[1] AS collateral_price, usd[1] AS collateral_usd,
            if(isNull(usd[1]), NULL, hops[1]) AS collateral_usd_via,
            amounts[2] AS debt_amount, prices[2] AS debt_price, usd[2] AS debt_usd, if(isNull(usd[2]), NULL, hops[2]) AS debt_usd_via,
            amounts[3] AS accrued_interest_amount
        FROM valued
    ),
    stored AS (
        SELECT {columns} FROM finished_liquidations FINAL
        WHERE toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
          AND (chain_id, toStartOfHour(block_timestamp)) IN (touched)
    )
SELECT {columns}, {version:UInt64}, 0 FROM (SELECT {columns} FROM finished EXCEPT SELECT {columns} FROM stored)
UNION ALL
SELECT {columns}, {version:UInt64} - 1, 1 FROM stored
WHERE (block_timestamp, chain_id, block_number, log_place) NOT IN (SELECT block_timestamp, chain_id, block_number, log_index FROM named)
