-- The logs at the places of a page (lens_places.sql), newest first. Decoded where the topic's declaration is known and the log
-- has its shape. `words` are the 32-byte words that the parameters stand in: topics for indexed ones, the head of the data
-- for the others. A text or bytes in the data lies at the `offset` that its word gives, behind its length; one of more than
-- 256 KiB stands in the data alone.
-- An answer has room for 8 MiB: rows are `preceded_bytes` by what those before them may take, and the page ends where that
-- is 6 MB. Letters are counted as if JSON had to escape each of them.
SELECT block_number, block_timestamp, transaction_hash, transaction_index, log_index, address, topics, data, event, signature,
    parameters, roles
FROM (
SELECT *, sum(row_bytes) OVER (
        ORDER BY
            if({is_newer:boolean}, toInt64(block_number), -toInt64(block_number)),
            if({is_newer:boolean}, toInt64(log_index), -toInt64(log_index))
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - row_bytes AS preceded_bytes
FROM (
SELECT
    block_number,
    block_timestamp,
    transaction_hash,
    transaction_index,
    log_index,
    address,
    topics,
    concat('0x', lower(hex(raw_data))) AS data,
    event,
    signature,
    CAST(arrayMap((parameter, word, offset, size) -> (parameter.name, parameter.type, parameter.indexed, multiIf(
        parameter.type = 'address', concat('0x', lower(hex(substring(word, 13, 20)))),
        parameter.type = 'bool', if(endsWith(word, unhex('01')), 'true', 'false'),
        match(parameter.type, '^uint[0-9]+$'), toString(reinterpretAsUInt256(reverse(word))),
        match(parameter.type, '^int[0-9]+$'), toString(reinterpretAsInt256(reverse(word))),
        match(parameter.type, '^bytes[0-9]+$'),
            concat('0x', lower(hex(substring(word, 1, toUInt8OrZero(substring(parameter.type, 6)))))),
        parameter.indexed OR offset + size + 32 > length(raw_data) OR size > 262144, NULL,
        parameter.type = 'string', toValidUTF8(substring(raw_data, offset + 33, size)),
        parameter.type = 'bytes', concat('0x', lower(hex(substring(raw_data, offset + 33, size)))),
        NULL)), parameters, words, offsets, sizes),
        'Array(Tuple(name String, type String, indexed Bool, value Nullable(String)))') AS parameters,
    roles,
    1024 + length(data) + arraySum(parameter -> 6 * length(ifNull(parameter.value, '')), parameters) AS row_bytes
FROM (
    SELECT
        log.block_number AS block_number,
        log.block_timestamp AS block_timestamp,
        log.transaction_hash AS transaction_hash,
        log.transaction_index AS transaction_index,
        log.log_index AS log_index,
        log.address AS address,
        log.topics AS topics,
        log.raw_data AS raw_data,
        log.roles AS roles,
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
        -- Nothing in the data lies further than its end: what claims to is left out above.
        arrayMap(word -> least(reinterpretAsUInt64(reverse(substring(word, 25, 8))), length(log.raw_data)), words)
            AS offsets,
        arrayMap(offset -> least(
            reinterpretAsUInt64(reverse(substring(log.raw_data, offset + 25, 8))), length(log.raw_data)), offsets) AS sizes
    FROM (
        SELECT block_number, block_timestamp, transaction_hash, transaction_index, log_index, address, topic0, topic_count,
            data AS raw_data,
            concat(topic1, topic2, topic3, data) AS words,
            arraySlice([topic0, topic1, topic2, topic3], 1, topic_count) AS topics,
            arrayFilter(role -> role != '', [
                if(endsWith({subject:bytes}, address), 'emitter', ''),
                if(event = 'erc20_transfer' AND topic1 = {subject:bytes}, 'sender', ''),
                if(event = 'erc20_transfer' AND topic2 = {subject:bytes}, 'recipient', '')]) AS roles
        FROM logs FINAL
        WHERE chain_id = {chain_id:uint64}
          AND (block_number, log_index) IN arrayZip({block_numbers:uint64[]}, {log_indexes:uint64[]})
    ) AS log
    LEFT JOIN (
        SELECT topic0, topic_count, head_bytes, has_tail, name, signature, parameters FROM topic_names FINAL
    ) AS named ON named.topic0 = log.topic0 AND named.topic_count = log.topic_count
)
)
)
WHERE preceded_bytes < 6000000
ORDER BY block_number DESC, log_index DESC
LIMIT 500
