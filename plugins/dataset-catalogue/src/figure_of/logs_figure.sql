-- Figures of one column of the logs, of the rows up to the pinned blocks.
-- `magnitude` and `largest` are floats of about the sum and the largest number, by which one that overflows is noticed.
SELECT
    count() AS row_count,
    count(cell) AS cell_count,
    uniqExact(cell) AS distinct_count,
    toString(sum(number)) AS total,
    sum(abs(toFloat64OrZero(cell))) AS magnitude,
    max(abs(toFloat64OrZero(cell))) AS largest,
    argMin(cell, number) AS smallest_number,
    argMax(cell, number) AS largest_number,
    min(cell) AS first_text,
    max(cell) AS last_text,
    argMin(cell, place) AS first_cell,
    argMax(cell, place) AS last_cell,
    max(taken_at) AS as_of,
    maxMappedArrays([taken_chain], [taken_block]) AS newest_blocks
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place, taken_chain, taken_block, taken_at
    FROM (
        SELECT
            multiIf(
                {column:text} = 'chain_id', toString(logs.chain_id),
                {column:text} = 'block_number', toString(logs.block_number),
                {column:text} = 'log_index', toString(logs.log_index),
                {column:text} = 'block_hash', concat('0x', lower(hex(logs.block_hash))),
                {column:text} = 'block_timestamp', formatDateTime(logs.block_timestamp, '%Y-%m-%dT%H:%i:%SZ'),
                {column:text} = 'transaction_hash', concat('0x', lower(hex(logs.transaction_hash))),
                {column:text} = 'transaction_index', toString(logs.transaction_index),
                {column:text} = 'address', concat('0x', lower(hex(logs.address))),
                {column:text} = 'topic_count', toString(logs.topic_count),
                {column:text} = 'topic0', concat('0x', lower(hex(logs.topic0))),
                {column:text} = 'topic1', concat('0x', lower(hex(logs.topic1))),
                {column:text} = 'topic2', concat('0x', lower(hex(logs.topic2))),
                {column:text} = 'topic3', concat('0x', lower(hex(logs.topic3))),
                NULL) AS cell,
            (logs.chain_id, logs.block_number, logs.log_index) AS place,
            logs.chain_id AS taken_chain,
            logs.block_number AS taken_block,
            logs.block_timestamp AS taken_at
        FROM logs FINAL
        WHERE logs.block_number >= {block_from:uint64} AND logs.block_number <= {block_to:uint64}
          AND logs.block_number <= transform(logs.chain_id, {pin_chains:uint64[]}, {pin_blocks:uint64[]}, {other_chains:uint64})
          AND logs.chain_id = {chain_id:uint64}                                              -- when chain_id
          AND logs.block_timestamp >= {date_from:timestamp}                                  -- when date_from
          AND logs.block_timestamp < {date_to:timestamp}                                     -- when date_to
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
    )
)
