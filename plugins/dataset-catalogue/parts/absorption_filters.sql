-- The filters that an absorption passes.
AND absorption.chain_id = {chain_id:uint64}                                                -- when chain_id
AND absorption.block_timestamp >= {date_from:timestamp}                                    -- when date_from
AND absorption.block_timestamp < {date_to:timestamp}                                       -- when date_to
AND (empty({addresses:bytes[]}) OR absorption.market IN {addresses:bytes[]}
     OR absorption.debtor IN {addresses:bytes[]} OR absorption.caller IN {addresses:bytes[]})
