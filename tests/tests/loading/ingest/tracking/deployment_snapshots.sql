-- The newest snapshot of each chain, summed up. Snapshots are of a protocol: where several deployments of a chain share
-- it, nobody can tell whose accounts they hold, and there is no row.
SELECT
    if(chains.slug = '', toString(snapshot.chain_id), chains.slug) AS chain,
    snapshot.chain_id AS chain_id,
    snapshot.block_number AS block_number,
    snapshot.block_timestamp AS block_timestamp,
    snapshot.accounts AS accounts,
    snapshot.liquidatable AS liquidatable,
    snapshot.collateral_usd AS collateral_usd,
    snapshot.debt_usd AS debt_usd
FROM (
    SELECT chain_id, block_number, max(block_timestamp) AS block_timestamp, count() AS accounts,
        countIf(health_factor < 1) AS liquidatable, sum(collateral_usd) AS collateral_usd, sum(debt_usd) AS debt_usd
    FROM health_factors FINAL
    WHERE (chain_id, protocol, block_number) IN (
        SELECT chain_id, protocol, max(block_number) FROM health_factor_snapshots FINAL
        WHERE (chain_id, protocol) IN (
            SELECT chain_id, protocol FROM lending_deployments FINAL
            GROUP BY chain_id, protocol HAVING uniqExact(slug) = 1 AND min(slug) = {slug:text})
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
        GROUP BY chain_id, protocol)
    GROUP BY chain_id, block_number
) AS snapshot
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = snapshot.chain_id
ORDER BY chain_id
