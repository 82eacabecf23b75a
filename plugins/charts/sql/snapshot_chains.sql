-- The chains that have snapshots.
SELECT DISTINCT if(chains.slug = '', toString(snapshot.chain_id), chains.slug) AS chain
FROM (
    SELECT DISTINCT chain_id
    FROM health_factor_snapshots
    WHERE TRUE
      AND protocol = {protocol:text}                                                         -- when protocol
) AS snapshot
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = snapshot.chain_id
ORDER BY chain
LIMIT 50
