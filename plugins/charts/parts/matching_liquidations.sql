-- The liquidations of a range that pass the filters.
FROM finished_liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND protocol = {protocol:text}                                                             -- when protocol
  AND deployment = lower({deployment:text})                                                  -- when deployment
