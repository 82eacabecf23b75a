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
FROM pools FINAL
WHERE TRUE
  AND pools.chain_id = {chain_id:uint64}                                                     -- when chain_id
  AND (empty({addresses:bytes[]}) OR pools.address IN {addresses:bytes[]})
  AND (empty({protocols:text[]}) OR pools.protocol IN {protocols:text[]})
ORDER BY pools.chain_id, pools.address
LIMIT {most:uint64}                                                                          -- when most
