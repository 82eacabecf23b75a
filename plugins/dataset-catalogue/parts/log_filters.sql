-- The filters that a log passes. An address stands in a topic behind twelve zero bytes.
AND logs.chain_id = {chain_id:uint64}                                                      -- when chain_id
AND logs.block_timestamp >= {date_from:timestamp}                                          -- when date_from
AND logs.block_timestamp < {date_to:timestamp}                                             -- when date_to
AND (empty({topics:bytes[]}) OR logs.topic0 IN {topics:bytes[]})
AND (empty({emitter_addresses:bytes[]}) OR logs.address IN {emitter_addresses:bytes[]})
AND (empty({from_addresses:bytes[]})
     OR logs.topic1 IN arrayMap(address -> concat(unhex(repeat('00', 12)), address), {from_addresses:bytes[]}))
AND (empty({to_addresses:bytes[]})
     OR logs.topic2 IN arrayMap(address -> concat(unhex(repeat('00', 12)), address), {to_addresses:bytes[]}))
AND (empty({addresses:bytes[]}) OR logs.address IN {addresses:bytes[]}
     OR logs.topic1 IN arrayMap(address -> concat(unhex(repeat('00', 12)), address), {addresses:bytes[]})
     OR logs.topic2 IN arrayMap(address -> concat(unhex(repeat('00', 12)), address), {addresses:bytes[]})
     OR logs.topic3 IN arrayMap(address -> concat(unhex(repeat('00', 12)), address), {addresses:bytes[]}))
