-- The transaction at a place.
SELECT
    transaction_hash AS hash,
    {part.transaction_fields}
FROM transactions FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
LIMIT 1
