-- Logs of a transaction, in their order, decoded where the topic's declaration is known and the log has its shape. `words` are
-- the 32-byte words that the parameters stand in: topics for indexed ones, the head of the data for the others. A text or
-- bytes in the data lies at the `offset` that its word gives, behind its length; one of more than 256 KiB stands in the data
-- alone.
-- An answer has room for 8 MiB, and the host ends the page before that: what comes after 9 MiB of data need not be read.
SELECT log_index, address, topics, data, event, signature, parameters
FROM (
SELECT *, sum(length(data)) OVER (ORDER BY log_index ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - length(data) AS preceded_bytes
FROM (
SELECT
    log_index, address, topics, concat('0x', lower(hex(raw_data))) AS data, event, signature,
    CAST(arrayMap((parameter, word, offset, size) -> (parameter.name, parameter.type, parameter.indexed,
        {part.decoded_value}
        ), parameters, words, offsets, sizes),
        'Array(Tuple(name String, type String, indexed Bool, value Nullable(String)))') AS parameters
FROM (
    SELECT
        log.log_index AS log_index,
        log.address AS address,
        log.topics AS topics,
        log.raw_data AS raw_data,
        {part.words_of_log}
    FROM (
        SELECT log_index, address, topic0, topic_count, data AS raw_data,
            concat(topic1, topic2, topic3, data) AS words,
            arraySlice([topic0, topic1, topic2, topic3], 1, topic_count) AS topics
        FROM logs FINAL
        WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
          AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
          AND {after(log_index:uint64 asc)}
        ORDER BY log_index
        LIMIT {page.limit}
    ) AS log
    {part.declaration_of_log}
)
)
)
WHERE preceded_bytes < 9437184
ORDER BY log_index
