-- The ten newest blocks of a chain. The inner statement finds where they begin without FINAL, in the table's order; forty
-- versions hold ten blocks unless each was replaced four times and not yet merged.
SELECT
    block_number AS number,
    nullIf(block_hash, toFixedString('', 32)) AS hash,
    block_timestamp,
    transaction_count,
    if(ifNull(gas_limit = 0, 0), NULL, gas_used) AS gas_used,
    toString(base_fee_per_gas) AS base_fee_per_gas_wei
FROM blocks FINAL
WHERE chain_id = {chain_id:uint64}
  AND block_number >= (
    SELECT min(block_number) FROM (
        SELECT block_number FROM blocks WHERE chain_id = {chain_id:uint64} ORDER BY block_number DESC LIMIT 40
    )
  )
ORDER BY block_number DESC
LIMIT 10
