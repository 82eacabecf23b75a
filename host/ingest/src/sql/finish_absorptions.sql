-- Finishes the absorptions of the touched hours between two days, as finish_liquidations.sql does. The market has valued them itself.
INSERT INTO finished_absorptions ({columns}, version, is_deleted)
WITH
    touched AS (
        SELECT chain_id, hour FROM touched_lending_hours WHERE toDate(hour) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
    ),
    named AS (
        SELECT event.*, deployment.slug AS slug, coalesce(event.asset, deployment.underlying) AS token
        FROM (
            SELECT * FROM absorptions FINAL
            WHERE toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
              AND (chain_id, toStartOfHour(block_timestamp)) IN (touched)
        ) AS event
        LEFT JOIN (
            SELECT chain_id, address, toNullable(toString(slug)) AS slug, underlying FROM lending_deployments FINAL
        ) AS deployment ON deployment.chain_id = event.chain_id AND deployment.address = event.address
    ),
    scaled AS (
        SELECT
            named.block_timestamp AS block_timestamp, named.chain_id AS chain_id, named.block_number AS block_number,
            named.log_index AS log_place, named.transaction_hash AS transaction_hash, toString(named.decoded_from) AS decoded_from,
            named.address AS market, named.slug AS deployment, toString(named.kind) AS kind, named.absorber AS absorber,
            named.borrower AS borrower, named.amount AS amount_raw, named.usd_value AS usd_value_raw,
            if(chains.slug = '', toString(named.chain_id), toString(chains.slug)) AS chain,
            CAST((named.token, absorbed.symbol, absorbed.decimals),
                'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS asset,
            arrayMap((digits, decimals) -> if(isNull(decimals), NULL, trim(TRAILING '.' FROM concat(
                    substring(digits, 1, length(digits) - ifNull(decimals, 0)), '.',
                    trim(TRAILING '0' FROM substring(digits, length(digits) - ifNull(decimals, 0) + 1))))),
                arrayMap((raw, decimals) -> leftPad(toString(raw), greatest(length(toString(raw)), ifNull(decimals, 0) + 1), '0'),
                    [named.amount, named.usd_value], [absorbed.decimals, 8]),
                [absorbed.decimals, 8]) AS amounts
        FROM named
        LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS absorbed
            ON absorbed.chain_id = named.chain_id AND absorbed.address = named.token
        LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = named.chain_id
    ),
    finished AS (SELECT *, amounts[1] AS amount, assumeNotNull(amounts[2]) AS usd_value FROM scaled),
    stored AS (
        SELECT {columns} FROM finished_absorptions FINAL
        WHERE toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
          AND (chain_id, toStartOfHour(block_timestamp)) IN (touched)
    )
SELECT {columns}, {version:UInt64}, 0 FROM (SELECT {columns} FROM finished EXCEPT SELECT {columns} FROM stored)
UNION ALL
SELECT {columns}, {version:UInt64} - 1, 1 FROM stored
WHERE (block_timestamp, chain_id, block_number, log_place) NOT IN (SELECT block_timestamp, chain_id, block_number, log_index FROM named)
