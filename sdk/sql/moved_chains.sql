SELECT toInt64(chain_id) AS chain_id, toInt64(count()) AS pools
FROM newest_bars FINAL
WHERE version > {seen:uint64} AND version <= {newest:uint64}
GROUP BY chain_id
ORDER BY chain_id
LIMIT 1000
