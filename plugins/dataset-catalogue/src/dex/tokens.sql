-- The registry of tokens, by chain and address. A spreadsheet passes over space in front of a formula, and takes the full-width forms
-- of its signs.
SELECT
    tokens.chain_id AS chain_id,
    concat('0x', lower(hex(tokens.address))) AS address,
    if({spreadsheet_safe:boolean} AND match(tokens.symbol, '^[\\s\\p{Z}\\p{Cf}]*[=+@＝＋－＠-]|^[\\t\\r\\n]'),
        concat(char(39), tokens.symbol), tokens.symbol) AS symbol,
    if({spreadsheet_safe:boolean} AND match(tokens.name, '^[\\s\\p{Z}\\p{Cf}]*[=+@＝＋－＠-]|^[\\t\\r\\n]'),
        concat(char(39), tokens.name), tokens.name) AS name,
    tokens.decimals AS decimals
FROM tokens FINAL
WHERE TRUE
  AND tokens.chain_id = {chain_id:uint64}                                                    -- when chain_id
  AND (empty({addresses:bytes[]}) OR tokens.address IN {addresses:bytes[]})
ORDER BY tokens.chain_id, tokens.address
LIMIT {most:uint64}                                                                          -- when most
