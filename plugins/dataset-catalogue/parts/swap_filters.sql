-- The filters that a swap passes.
AND swap.chain_id = {chain_id:uint64}                                                      -- when chain_id
AND swap.block_timestamp >= {date_from:timestamp}                                          -- when date_from
AND swap.block_timestamp < {date_to:timestamp}                                             -- when date_to
AND (empty({addresses:bytes[]}) OR swap.pool IN {addresses:bytes[]})
AND (empty({protocols:text[]})
     OR (swap.chain_id, swap.pool) IN (SELECT chain_id, address FROM pools FINAL WHERE protocol IN {protocols:text[]}))
