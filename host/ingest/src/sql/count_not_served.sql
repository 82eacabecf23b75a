-- Of the rows of a version: swaps of Uniswap V4, events of pools that are not registered, events of lenders that are not.
SELECT
    (SELECT count() FROM logs WHERE version = {version:UInt64} AND is_deleted = 0
        AND topic0 = unhex('40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f')),
    (SELECT count() FROM (
        SELECT chain_id, pool FROM v2_syncs WHERE version = {version:UInt64} AND is_deleted = 0
        UNION ALL SELECT chain_id, pool FROM v2_swaps WHERE version = {version:UInt64} AND is_deleted = 0
        UNION ALL SELECT chain_id, pool FROM v3_swaps WHERE version = {version:UInt64} AND is_deleted = 0
    ) WHERE (chain_id, pool) NOT IN (SELECT chain_id, address FROM pools FINAL)),
    (SELECT count() FROM (
        SELECT chain_id, address FROM liquidations WHERE version = {version:UInt64} AND is_deleted = 0
        UNION ALL SELECT chain_id, address FROM absorptions WHERE version = {version:UInt64} AND is_deleted = 0
    ) WHERE (chain_id, address) NOT IN (SELECT chain_id, address FROM lending_deployments FINAL))
