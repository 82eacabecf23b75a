-- The chains of which liquidations were written since.
SELECT chain_id, toInt64(max(block_number)) AS newest_block
FROM liquidations
WHERE version > {seen:uint64} AND version <= {newest:uint64} AND is_deleted = 0
GROUP BY chain_id
ORDER BY chain_id
LIMIT 10000
