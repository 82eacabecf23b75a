-- What a transaction at a place has beside its citable fields. Input of more than 256 KiB is not read.
SELECT if(block_hash = toFixedString('', 32), '', concat('0x', lower(hex(block_hash)))) AS block_hash,
    ifNull(length(input), 0) AS input_bytes,
    if(ifNull(length(input), 0) > 262144, NULL, concat('0x', lower(hex(input)))) AS input
FROM transactions FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
LIMIT 1
