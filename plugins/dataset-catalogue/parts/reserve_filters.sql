-- The filters that a change of reserves passes.
AND v2_syncs.chain_id = {chain_id:uint64}                                                  -- when chain_id
AND v2_syncs.block_timestamp >= {date_from:timestamp}                                      -- when date_from
AND v2_syncs.block_timestamp < {date_to:timestamp}                                         -- when date_to
AND (empty({addresses:bytes[]}) OR v2_syncs.pool IN {addresses:bytes[]})
AND (empty({protocols:text[]}) OR (v2_syncs.chain_id, v2_syncs.pool) IN (
     SELECT chain_id, address FROM pools FINAL WHERE protocol IN {protocols:text[]}))
