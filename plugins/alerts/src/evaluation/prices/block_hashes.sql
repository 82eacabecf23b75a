SELECT toInt64(block_number) AS block_number, block_hash FROM block_hashes FINAL
WHERE chain_id = {chain_id:uint64} AND block_number IN {blocks:uint64[]}
LIMIT 10000
