-- Tokens that are a side of at least one tracked pool.
SELECT
    if(chains.slug = '', toString(token.chain_id), chains.slug) AS chain,
    token.chain_id AS chain_id,
    token.address AS address,
    token.symbol AS symbol,
    token.name AS name,
    token.decimals AS decimals,
    traded.pools AS pools
FROM (
    SELECT chain_id, address, symbol, name, decimals
    FROM tokens FINAL
    WHERE TRUE
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND (positionCaseInsensitiveUTF8(symbol, {q:text}) > 0                                 -- when q
           OR positionCaseInsensitiveUTF8(name, {q:text}) > 0                                -- when q
           OR startsWith(concat('0x', lower(hex(address))), lower({q:text})))                -- when q
      AND {after(symbol:text asc, chain_id:uint64 asc, address:bytes asc)}
) AS token
INNER JOIN (
    SELECT chain_id, arrayJoin([token0, token1]) AS address, count() AS pools
    FROM pools FINAL
    GROUP BY chain_id, address
) AS traded ON traded.chain_id = token.chain_id AND traded.address = token.address
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = token.chain_id
ORDER BY symbol, chain_id, address
LIMIT {page.limit}
