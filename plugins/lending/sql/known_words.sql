-- The protocols and deployments that a row of this family can carry.
SELECT kind, word FROM (
    SELECT DISTINCT 'protocol' AS kind, toString(protocol) AS word FROM lending_deployments FINAL
    UNION DISTINCT
    SELECT DISTINCT 'protocol', toString(protocol) FROM health_factor_snapshots FINAL
    UNION DISTINCT
    SELECT DISTINCT 'protocol', ifNull(stated_protocol, '') FROM file_liquidations FINAL
    UNION DISTINCT
    SELECT DISTINCT 'deployment', toString(slug) FROM lending_deployments FINAL
)
WHERE word != ''
ORDER BY kind, word
LIMIT 500
