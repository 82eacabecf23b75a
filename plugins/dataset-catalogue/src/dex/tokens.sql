-- The registry of tokens, by chain and address. A spreadsheet passes over space in front of a formula, and takes the full-width forms
-- of its signs. The spaces: those of ASCII, U+00A0, U+200B, U+3000 and U+FEFF.
SELECT
    tokens.chain_id AS chain_id,
    concat('0x', lower(hex(tokens.address))) AS address,
    if({spreadsheet_safe:boolean} AND match(tokens.symbol, concat('^([[:space:]]|', char(194, 160), '|', char(226, 128, 139), '|', char(227, 128, 128), '|',
        char(239, 187, 191), ')*[=+@＝＋－＠-]|^[', char(9), char(10), char(13), ']')),
        concat(char(39), tokens.symbol), tokens.symbol) AS symbol,
    if({spreadsheet_safe:boolean} AND match(tokens.name, concat('^([[:space:]]|', char(194, 160), '|', char(226, 128, 139), '|', char(227, 128, 128), '|',
        char(239, 187, 191), ')*[=+@＝＋－＠-]|^[', char(9), char(10), char(13), ']')),
        concat(char(39), tokens.name), tokens.name) AS name,
    tokens.decimals AS decimals
FROM tokens FINAL
WHERE TRUE
  AND tokens.chain_id = {chain_id:uint64}                                                    -- when chain_id
  AND (empty({addresses:bytes[]}) OR tokens.address IN {addresses:bytes[]})
ORDER BY tokens.chain_id, tokens.address
LIMIT {most:uint64}                                                                          -- when most
