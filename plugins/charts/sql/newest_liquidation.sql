-- The newest liquidation of a range.
SELECT block_timestamp, block_number
{part.matching_liquidations}
ORDER BY block_timestamp DESC, block_number DESC
LIMIT 1
