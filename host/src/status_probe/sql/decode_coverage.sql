-- What became of a chain's newest logs. A log that carries the topic of a known event is decoded, or waits for the time of
-- its block, or has another shape and is listed in undecoded_logs. The topics are those of the decoding views
-- (migrations/warehouse): a new view's belong here too.
SELECT
    count() AS recent_logs,
    countIf(isNull(block_timestamp)) AS waiting_logs,
    countIf(isNotNull(block_timestamp) AND topic0 IN (
        unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'),
        unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a'),
        unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'),
        unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83'),
        unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'),
        unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
        unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'),
        unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
        unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e')
    )) AS known_logs,
    (
        SELECT count() FROM undecoded_logs FINAL
        WHERE chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64}
    ) AS undecoded_logs
FROM logs FINAL
WHERE chain_id = {chain_id:UInt64} AND block_number BETWEEN {first_block:UInt64} AND {last_block:UInt64}
