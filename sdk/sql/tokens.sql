SELECT concat('0x', lower(hex(address))) AS address, symbol, decimals
FROM tokens FINAL
WHERE chain_id = {chain_id:uint64}
ORDER BY symbol, address
