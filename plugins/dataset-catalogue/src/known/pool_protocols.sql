-- The exchanges of the tracked pools, and what their prices are made of.
-- within 3 seconds
SELECT protocol AS word, max(if(source = 'v3', 'the swaps of V3 pools', 'the reserves of V2 pools')) AS measure
FROM (SELECT toString(protocol) AS protocol, source FROM pools FINAL)
GROUP BY protocol
ORDER BY protocol
LIMIT 10000
