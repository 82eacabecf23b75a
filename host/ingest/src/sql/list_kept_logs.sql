-- Logs that no family serves, by topic and emitter, the commonest first. A log of a topic that is decoded is served unless it
-- is listed in undecoded_logs, or waits for the time of its block. ERC-20 transfers are served by the lenses.
SELECT
    if(chain.slug = '', toString(kept.chain_id), toString(chain.slug)) AS chain_name,
    if(kept.topic_count = 0, '', concat('0x', lower(hex(kept.topic0)))) AS topic,
    named.declaration AS event,
    concat('0x', lower(hex(kept.address))) AS emitter,
    toUInt64(kept.counted) AS logs,
    kept.reason AS reason
FROM (
    SELECT chain_id, topic0, topic_count, address, count() AS counted,
        multiIf(
            topic0 = unhex('40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f'),
                'not served: pools of Uniswap V4 have ids and no addresses',
            NOT is_known, 'no family decodes this event',
            isNull(block_timestamp), 'waits for the time of its block',
            'has the topic of a known event and another shape') AS reason
    FROM (
        SELECT chain_id, block_number, log_index, topic0, topic_count, address, block_timestamp, event != 'none' AS is_known
        FROM logs FINAL
        WHERE ({chain_id:UInt64} = 0 OR chain_id = {chain_id:UInt64}) AND event != 'erc20_transfer'
    )
    WHERE NOT is_known OR isNull(block_timestamp)
        OR (chain_id, block_number, log_index) IN (SELECT chain_id, block_number, log_index FROM undecoded_logs FINAL)
    GROUP BY chain_id, topic0, topic_count, address, reason
    ORDER BY counted DESC, chain_id, topic0, address
    LIMIT 100
) AS kept
LEFT JOIN (SELECT topic0, topic_count, declaration FROM topic_names FINAL) AS named
    ON named.topic0 = kept.topic0 AND named.topic_count = kept.topic_count
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chain ON chain.chain_id = kept.chain_id
ORDER BY logs DESC, chain_name, topic, emitter
