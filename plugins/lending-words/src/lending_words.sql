-- The protocols and deployments that a row of a lender can carry. Absorptions are what Compound III has in the place of liquidations.
-- within 3 seconds
SELECT kind, word, max(protocol_word) AS family, max(is_liquidated) > 0 AS has_liquidations
FROM (
    SELECT 'protocol' AS kind, toString(protocol) AS word, word AS protocol_word, if(word = 'compound_v3', 0, 1) AS is_liquidated
    FROM lending_deployments FINAL
    UNION ALL
    SELECT DISTINCT 'protocol', toString(protocol) AS word, word, 0 FROM health_factor_snapshots FINAL
    UNION ALL
    SELECT DISTINCT 'protocol', ifNull(stated_protocol, '') AS word, word, 1 FROM file_liquidations FINAL
    UNION ALL
    SELECT 'deployment', toString(slug), toString(protocol) AS protocol_word, if(protocol_word = 'compound_v3', 0, 1)
    FROM lending_deployments FINAL
)
WHERE word != ''
GROUP BY kind, word
ORDER BY kind, word
LIMIT 1000
