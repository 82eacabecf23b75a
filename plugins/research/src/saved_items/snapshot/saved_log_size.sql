-- The number of a transaction's logs, the bytes of their data, and the hash of their block.
SELECT count() AS logs, sum(length(data)) AS data_bytes,
    if(max(block_hash) = toFixedString('', 32), '', concat('0x', lower(hex(max(block_hash))))) AS block_hash
FROM logs FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
