-- The registry of tokens, by chain and address.
SELECT
    tokens.chain_id AS chain_id,
    concat('0x', lower(hex(tokens.address))) AS address,
    tokens.symbol AS symbol,
    tokens.name AS name,
    tokens.decimals AS decimals
FROM tokens FINAL
WHERE TRUE
  AND tokens.chain_id = {chain_id:uint64}                                                    -- when chain_id
  AND (empty({addresses:bytes[]}) OR tokens.address IN {addresses:bytes[]})
ORDER BY tokens.chain_id, tokens.address
LIMIT {most:uint64}                                                                          -- when most
