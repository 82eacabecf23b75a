-- The tracked pools, by chain and address.
SELECT
    pools.chain_id AS chain_id,
    concat('0x', lower(hex(pools.address))) AS address,
    toString(pools.protocol) AS protocol,
    toString(pools.source) AS source,
    concat('0x', lower(hex(pools.token0))) AS token0,
    concat('0x', lower(hex(pools.token1))) AS token1,
    pools.fee AS fee,
    pools.created_block AS created_block
{part.filtered_pools}
ORDER BY pools.chain_id, pools.address
LIMIT {most:uint64}                                                                          -- when most
