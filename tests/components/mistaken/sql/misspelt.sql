-- There is no column of this name.
SELECT address,
    symbal
FROM tokens FINAL
WHERE chain_id = {chain_id:uint64}
LIMIT 5
