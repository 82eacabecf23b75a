-- Tokens that are a side of at least one tracked pool, with what they are worth and how much of them was traded in the 24
-- hours before their chain's hour.
SELECT
    {part.token_fields}
    token.pools AS pools,
    token.price_usd AS price_usd,
    token.volume AS volume_24h,
    token.volume_usd AS volume_usd_24h,
    if(hours.chain_id = 0, NULL, toNullable(hours.ranked_at)) AS ranked_at,
    token.price_at AS _price_at
FROM (
    SELECT *, token AS address
    FROM ranked_tokens FINAL
    WHERE is_registered = 1
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND (positionCaseInsensitiveUTF8(ifNull(symbol, ''), {q:text}) > 0                     -- when q
           OR positionCaseInsensitiveUTF8(ifNull(name, ''), {q:text}) > 0                    -- when q
           OR {q_digits:text} != '' AND startsWith(lower(hex(token)), {q_digits:text}))      -- when q
      AND {after(symbol:text? asc, chain_id:uint64 asc, address:bytes asc)}
    ORDER BY symbol ASC NULLS LAST, chain_id, address
    LIMIT {page.limit}
) AS token
LEFT JOIN (SELECT chain_id, ranked_at FROM ranking_hours FINAL) AS hours ON hours.chain_id = token.chain_id
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = token.chain_id
ORDER BY symbol ASC NULLS LAST, chain_id, address
