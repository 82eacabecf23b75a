-- Counts the logs of each address and each topic on each day of stretches of days. What vanished takes part as a marker
-- without a log, so that a count that fell to nothing is seen at all: tombstones of logs, and for the day of unknown time
-- what was counted there before, since those rows leave it without a tombstone.
INSERT INTO lens_days (lens, chain_id, subject, topic0, day, logs, first_block, last_block, version, is_deleted)
SELECT lens, chain_id, subject, topic0, day, sum(live) AS counted,
    if(counted = 0, min(block_number), minIf(block_number, live = 1)),
    if(counted = 0, max(block_number), maxIf(block_number, live = 1)),
    {version:UInt64}, counted = 0
FROM (
    SELECT tupleElement(place, 1) AS lens, chain_id, toFixedString(tupleElement(place, 2), 32) AS subject, topic0,
        toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day, block_number, live
    FROM (
        SELECT chain_id, address, event, topic_count, topic0, topic1, topic2, block_timestamp, block_number, 1 AS live
        FROM logs FINAL
        WHERE chain_id = {chain_id:UInt64} AND ({blocks})
        UNION ALL
        SELECT chain_id, address, event, topic_count, topic0, topic1, topic2, block_timestamp, block_number, 0 AS live
        FROM logs
        WHERE chain_id = {chain_id:UInt64} AND ({blocks})
          AND is_deleted = 1
    )
    -- Lens (1: address, 2: topic) and subject: who emitted it, its topic, and both parties of a transfer.
    ARRAY JOIN arrayDistinct(arrayConcat(
        [(1, concat(unhex('000000000000000000000000'), address))],
        if(event = 'erc20_transfer', [(1, concat(topic1, '')), (1, concat(topic2, ''))], []),
        if(topic_count > 0, [(2, concat(topic0, ''))], []))) AS place
    UNION ALL
    SELECT CAST(lens, 'UInt8') AS lens, chain_id, subject, topic0, day, first_block AS block_number, 0 AS live
    FROM lens_days FINAL
    WHERE {has_untimed} AND chain_id = {chain_id:UInt64} AND day = toDate(0)
)
WHERE {days}
GROUP BY lens, chain_id, subject, topic0, day
