-- Absorptions of Compound III, newest first; how versions are told apart: see liquidations.sql.
WITH page AS (
    SELECT *
    FROM (
        SELECT *, log_index AS _place
        FROM absorptions
        WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
          AND {after(block_timestamp:timestamp desc, chain_id:uint64 desc, block_number:uint64 desc, _place:uint64 desc)}
        ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC, version DESC
        LIMIT 1 BY block_timestamp, chain_id, block_number, log_index
    ) AS newest
    WHERE is_deleted = 0
      AND ({market_slug:text} = '' AND address = {market_address:bytes}                          -- when market_slug
           OR {market_slug:text} != '' AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = lower({market_slug:text}))) -- when market_slug
    ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC
    LIMIT {page.limit}
),
described AS (
    SELECT page.*, deployment.slug AS slug, coalesce(page.asset, deployment.underlying) AS token
    FROM page
    LEFT JOIN (SELECT chain_id, address, toNullable(toString(slug)) AS slug, underlying FROM lending_deployments FINAL) AS deployment
        ON deployment.chain_id = page.chain_id AND deployment.address = page.address
)
SELECT
    if(chains.slug = '', toString(described.chain_id), chains.slug) AS chain,
    described.chain_id AS chain_id,
    described.block_number AS block_number,
    described.block_timestamp AS block_timestamp,
    described.transaction_hash AS transaction_hash,
    if(described.log_index < 2147483648, toNullable(described.log_index), NULL) AS log_index,
    described.log_index AS _place,
    toString(described.decoded_from) AS decoded_from,
    described.address AS market,
    described.slug AS deployment,
    described.kind AS kind,
    described.absorber AS absorber,
    described.borrower AS borrower,
    CAST((described.token, absorbed.symbol, absorbed.decimals),
        'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS asset,
    described.amount AS amount_raw,
    arrayMap((digits, decimals) -> if(isNull(decimals), NULL, trim(TRAILING '.' FROM concat(
            substring(digits, 1, length(digits) - ifNull(decimals, 0)), '.',
            trim(TRAILING '0' FROM substring(digits, length(digits) - ifNull(decimals, 0) + 1))))),
        arrayMap((raw, decimals) -> leftPad(toString(raw), greatest(length(toString(raw)), ifNull(decimals, 0) + 1), '0'),
            [described.amount, described.usd_value], [absorbed.decimals, 8]),
        [absorbed.decimals, 8]) AS _amounts,
    _amounts[1] AS amount,
    assumeNotNull(_amounts[2]) AS usd_value
FROM described
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS absorbed
    ON absorbed.chain_id = described.chain_id AND absorbed.address = described.token
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = described.chain_id
ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, _place DESC
