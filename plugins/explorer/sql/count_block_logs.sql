-- How many logs a block has.
SELECT count() AS logs
FROM logs FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
