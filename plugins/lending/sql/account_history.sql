-- An account in every snapshot of a deployment's protocol, newest first; whose snapshots those are: see deployment_snapshots.sql.
SELECT
    if(chains.slug = '', toString(history.chain_id), chains.slug) AS chain,
    history.chain_id AS chain_id,
    history.block_number AS block_number,
    history.block_timestamp AS block_timestamp,
    history.health_factor AS health_factor,
    history.collateral_usd AS collateral_usd,
    history.debt_usd AS debt_usd
FROM (
    SELECT chain_id, block_number, block_timestamp, health_factor, collateral_usd, debt_usd
    FROM health_factors FINAL
    WHERE account = {account:bytes}
      AND (chain_id, protocol) IN (
        SELECT chain_id, protocol FROM lending_deployments FINAL
        GROUP BY chain_id, protocol HAVING uniqExact(slug) = 1 AND min(slug) = {slug:text})
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
    ORDER BY block_timestamp DESC, chain_id, block_number DESC
    LIMIT 500
) AS history
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = history.chain_id
ORDER BY block_timestamp DESC, chain_id, block_number DESC
