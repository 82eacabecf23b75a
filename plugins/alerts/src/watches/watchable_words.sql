-- Lending protocols that something is loaded of, and the chains that are known.
SELECT kind, word, chain_id FROM (
    SELECT DISTINCT 'protocol' AS kind, toString(protocol) AS word, toUInt64(0) AS chain_id FROM lending_deployments FINAL
    UNION ALL
    SELECT 'chain', if(slug = '', toString(chain_id), slug), chain_id FROM chains FINAL
)
WHERE word != ''
ORDER BY kind, word
LIMIT 1000
