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
    log_index, address, topics, concat('0x', lower(hex(raw_data))) AS data, event, signature,
    CAST(arrayMap((parameter, word, offset, size) -> (parameter.name, parameter.type, parameter.indexed,
        {part.decoded_value}
        ), parameters, words, offsets, sizes),
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
        {part.words_of_log}
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
    {part.declaration_of_log}
)
)
)
WHERE preceded_bytes < 6000000
ORDER BY block_number DESC, log_index DESC
LIMIT 500
