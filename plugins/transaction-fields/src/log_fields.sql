-- Logs of a transaction from a given one on, in their order, with the arguments of events whose declaration is known and whose shape
-- the log has. `words` are the 32-byte words that the arguments stand in: topics for indexed ones, the head of the data for the
-- others. A text or bytes lies in the data at the `offset` that its word gives, behind its length; what is indexed (the topic is then
-- its hash) or longer than 4 KiB is null.
SELECT log_index, concat('0x', lower(hex(emitter))) AS address, taken_at AS block_timestamp, event, signature,
    arrayMap((parameter, word, offset, size) -> (parameter.name, parameter.type, multiIf(
        parameter.type = 'address', concat('0x', lower(hex(substring(word, 13, 20)))),
        parameter.type = 'bool', if(endsWith(word, unhex('01')), 'true', 'false'),
        match(parameter.type, '^uint[0-9]+$'), toString(reinterpretAsUInt256(reverse(word))),
        match(parameter.type, '^int[0-9]+$'), toString(reinterpretAsInt256(reverse(word))),
        match(parameter.type, '^bytes[0-9]+$'),
            concat('0x', lower(hex(substring(word, 1, toUInt8OrZero(substring(parameter.type, 6)))))),
        parameter.indexed OR offset + size + 32 > length(raw_data) OR size > 4096, NULL,
        parameter.type = 'string', toValidUTF8(substring(raw_data, offset + 33, size)),
        parameter.type = 'bytes', concat('0x', lower(hex(substring(raw_data, offset + 33, size)))),
        NULL)), parameters, words, offsets, sizes) AS arguments
FROM (
    SELECT
        log.log_index AS log_index,
        log.address AS emitter,
        log.block_timestamp AS taken_at,
        log.raw_data AS raw_data,
        named.name != '' AND if(named.has_tail, length(log.raw_data) > named.head_bytes,
            length(log.raw_data) = named.head_bytes) AS has_shape,
        if(has_shape, toNullable(named.name), NULL) AS event,
        if(has_shape, toNullable(named.signature), NULL) AS signature,
        if(has_shape, named.parameters, []) AS parameters,
        arrayMap((parameter, topic, head) -> substring(
            log.words, if(parameter.indexed, topic * 32 - 31, 65 + head * 32), 32),
            parameters,
            arrayCumSum(parameter -> toUInt8(parameter.indexed), parameters),
            arrayCumSum(parameter -> toUInt8(NOT parameter.indexed), parameters)) AS words,
        arrayMap(word -> least(reinterpretAsUInt64(reverse(substring(word, 25, 8))), length(log.raw_data)), words)
            AS offsets,
        arrayMap(offset -> least(
            reinterpretAsUInt64(reverse(substring(log.raw_data, offset + 25, 8))), length(log.raw_data)), offsets) AS sizes
    FROM (
        SELECT log_index, address, block_timestamp, topic0, topic_count, data AS raw_data,
            concat(topic1, topic2, topic3, data) AS words
        FROM logs FINAL
        WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
          AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
          AND log_index >= {first_log:uint64}
        ORDER BY log_index
        LIMIT {most:uint64}
    ) AS log
    LEFT JOIN (
        SELECT topic0, topic_count, head_bytes, has_tail, name, signature, parameters FROM topic_names FINAL
    ) AS named ON named.topic0 = log.topic0 AND named.topic_count = log.topic_count
)
ORDER BY log_index
