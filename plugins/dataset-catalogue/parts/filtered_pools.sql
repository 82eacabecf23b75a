-- The tracked pools that pass the filters.
FROM pools FINAL
WHERE TRUE
  AND pools.chain_id = {chain_id:uint64}                                                     -- when chain_id
  AND (empty({addresses:bytes[]}) OR pools.address IN {addresses:bytes[]})
  AND (empty({protocols:text[]}) OR pools.protocol IN {protocols:text[]})
