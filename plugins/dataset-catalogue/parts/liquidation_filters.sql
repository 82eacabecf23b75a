-- The filters that a liquidation passes.
AND liquidation.chain_id = {chain_id:uint64}                                               -- when chain_id
AND liquidation.block_timestamp >= {date_from:timestamp}                                   -- when date_from
AND liquidation.block_timestamp < {date_to:timestamp}                                      -- when date_to
AND (empty({addresses:bytes[]}) OR liquidation.emitter IN {addresses:bytes[]}
     OR liquidation.debtor IN {addresses:bytes[]} OR liquidation.payer IN {addresses:bytes[]})
AND (empty({protocols:text[]})
     OR (liquidation.chain_id, liquidation.emitter) IN (
         SELECT chain_id, address FROM lending_deployments FINAL
         WHERE protocol IN {protocols:text[]} OR slug IN {protocols:text[]})
     OR liquidation.stated_protocol IN {protocols:text[]} AND (liquidation.chain_id, liquidation.emitter) NOT IN (
         SELECT chain_id, address FROM lending_deployments FINAL))
