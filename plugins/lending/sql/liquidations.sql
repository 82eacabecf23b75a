-- Liquidations, newest first. Rows of a key are told apart by their version before anything else is asked of them: see
-- 0011_lending_events.sql. Dollar values: amount times the newest hourly close before the hour of the event, at most a
-- day old, in the pool with a dollar token that most dollars went through in that hour.
WITH page AS (
    SELECT *
    FROM (
        SELECT *
        FROM liquidations
        WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
          AND (block_timestamp, chain_id, block_number, log_index) IN (SELECT block_timestamp, chain_id, block_number, log_index FROM liquidations WHERE borrower = {borrower:bytes}) -- when borrower
          AND {after(block_timestamp:timestamp desc, chain_id:uint64 desc, block_number:uint64 desc, log_index:uint64 desc)}
        ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC, version DESC
        LIMIT 1 BY block_timestamp, chain_id, block_number, log_index
    ) AS newest
    WHERE is_deleted = 0
      AND borrower = {borrower:bytes}                                                        -- when borrower
      AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE protocol = {protocol:text}) -- when protocol
      AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text}) -- when slug
      AND (chain_id, collateral_asset) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({collateral_symbol:text})) -- when collateral_symbol
      AND collateral_asset = {collateral_address:bytes}                                      -- when collateral_address
      AND ((chain_id, collateral_asset) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})) -- when side_symbol
           OR (chain_id, assumeNotNull(debt_asset)) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})) -- when side_symbol
           OR isNull(debt_asset) AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE (chain_id, assumeNotNull(underlying)) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})))) -- when side_symbol
      AND (collateral_asset = {side_address:bytes} OR ifNull(debt_asset = {side_address:bytes}, false) -- when side_address
           OR isNull(debt_asset) AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE underlying = {side_address:bytes})) -- when side_address
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
closes AS (
    -- Under each day the closes of that day and of the day before.
    SELECT chain_id, token, arrayJoin([toDate(start), toDate(start) + 1]) AS day, groupArray((start, close)) AS hours
    FROM (
        SELECT chain_id, token, start, argMax(assumeNotNull(price), toFloat64OrZero(assumeNotNull(volume))) AS close
        FROM dollar_prices FINAL
        WHERE (chain_id, token, toDate(start)) IN (
            SELECT chain_id, arrayJoin([collateral_asset, ifNull(debt_token, collateral_asset)]), arrayJoin([day, day - 1])
            FROM described)
          AND isNotNull(price)
        GROUP BY chain_id, token, start
        ORDER BY chain_id, token, start
    ) AS hourly
    GROUP BY chain_id, token, day
)
SELECT
    if(chains.slug = '', toString(described.chain_id), chains.slug) AS chain,
    described.chain_id AS chain_id,
    described.block_number AS block_number,
    described.block_timestamp AS block_timestamp,
    described.transaction_hash AS transaction_hash,
    described.log_index AS log_index,
    described.protocol AS protocol,
    described.slug AS deployment,
    described.address AS contract,
    described.borrower AS borrower,
    described.liquidator AS liquidator,
    CAST((described.collateral_asset, collateral_token.symbol, collateral_token.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS collateral,
    described.collateral_amount AS collateral_amount_raw,
    arrayMap((digits, decimals) -> if(isNull(decimals), NULL, trim(TRAILING '.' FROM concat(
            substring(digits, 1, length(digits) - ifNull(decimals, 0)), '.',
            trim(TRAILING '0' FROM substring(digits, length(digits) - ifNull(decimals, 0) + 1))))),
        arrayMap((raw, decimals) -> leftPad(toString(raw), greatest(length(toString(raw)), ifNull(decimals, 0) + 1), '0'),
            [described.collateral_amount, described.debt_amount, ifNull(described.accrued_interest_amount, 0)],
            [collateral_token.decimals, repaid_token.decimals, repaid_token.decimals]),
        [collateral_token.decimals, repaid_token.decimals, repaid_token.decimals]) AS _amounts,
    arrayMap((amount, price) -> multiplyDecimal(if(length(amount) > 48, NULL, toDecimal256OrNull(amount, 18)), price, 18),
        _amounts,
        arrayMap((is_dollar, hours) -> if(is_dollar, toDecimal256(1, 30), toDecimal256OrNull(tupleElement(arrayLast(
                entry -> tupleElement(entry, 1) < described.hour AND tupleElement(entry, 1) >= described.hour - 86400, arraySort(hours)), 2), 30)),
            [(described.chain_id, described.collateral_asset) IN (SELECT chain_id, address FROM dollar_tokens FINAL),
                (described.chain_id, described.debt_token) IN (SELECT chain_id, address FROM dollar_tokens FINAL), false],
            [collateral_closes.hours, debt_closes.hours, []])) AS _usd,
    _amounts[1] AS collateral_amount,
    _usd[1] AS collateral_usd,
    CAST((described.debt_token, repaid_token.symbol, repaid_token.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS debt,
    described.debt_amount AS debt_amount_raw,
    _amounts[2] AS debt_amount,
    _usd[2] AS debt_usd,
    described.accrued_interest_amount AS accrued_interest_amount_raw,
    if(isNull(described.accrued_interest_amount), NULL, _amounts[3]) AS accrued_interest_amount,
    CAST(described.receives_deposit_token, 'Nullable(Bool)') AS receives_deposit_token
FROM described
LEFT JOIN (SELECT chain_id, address, toNullable(symbol) AS symbol, decimals FROM tokens FINAL) AS collateral_token
    ON collateral_token.chain_id = described.chain_id AND collateral_token.address = described.collateral_asset
LEFT JOIN (SELECT chain_id, address, toNullable(symbol) AS symbol, decimals FROM tokens FINAL) AS repaid_token
    ON repaid_token.chain_id = described.chain_id AND repaid_token.address = described.debt_token
LEFT JOIN closes AS collateral_closes
    ON collateral_closes.chain_id = described.chain_id AND collateral_closes.token = described.collateral_asset AND collateral_closes.day = described.day
LEFT JOIN closes AS debt_closes
    ON debt_closes.chain_id = described.chain_id AND debt_closes.token = described.debt_token AND debt_closes.day = described.day
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = described.chain_id
ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC
