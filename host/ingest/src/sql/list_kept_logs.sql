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
        SELECT chain_id, block_number, log_index, topic0, topic_count, address, block_timestamp, topic0 IN (
        unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a'),
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'),
        unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'),
        unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83'),
        unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'),
        unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
        unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'),
        unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
        unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e')) AS is_known
        FROM logs FINAL
        WHERE ({chain_id:UInt64} = 0 OR chain_id = {chain_id:UInt64}) AND NOT is_erc20_transfer
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
