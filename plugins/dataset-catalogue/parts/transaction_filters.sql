-- The filters that a transaction passes.
AND transactions.chain_id = {chain_id:uint64}                                              -- when chain_id
AND transactions.block_timestamp >= {date_from:timestamp}                                  -- when date_from
AND transactions.block_timestamp < {date_to:timestamp}                                     -- when date_to
AND (empty({addresses:bytes[]})
     OR transactions.from_address IN {addresses:bytes[]} OR transactions.to_address IN {addresses:bytes[]})
AND (empty({from_addresses:bytes[]}) OR transactions.from_address IN {from_addresses:bytes[]})
AND (empty({to_addresses:bytes[]}) OR transactions.to_address IN {to_addresses:bytes[]})
