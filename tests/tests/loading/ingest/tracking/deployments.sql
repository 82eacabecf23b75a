-- Every deployment on every chain that it is on, with what is known of it.
SELECT
    deployment.slug AS slug,
    deployment.name AS name,
    deployment.protocol AS protocol,
    if(chains.slug = '', toString(deployment.chain_id), chains.slug) AS chain,
    deployment.chain_id AS chain_id,
    deployment.contracts AS contracts,
    deployment.liquidations AS liquidations,
    deployment.absorptions AS absorptions,
    deployment.newest_event_at AS newest_event_at,
    snapshot.block_number AS snapshot_block,
    snapshot.block_timestamp AS snapshot_at
FROM (
    SELECT contract.slug AS slug, contract.chain_id AS chain_id, contract.name AS name, contract.protocol AS protocol,
        contract.contracts AS contracts, event.liquidations AS liquidations, event.absorptions AS absorptions, event.newest_at AS newest_event_at
    FROM (
        SELECT toString(slug) AS slug, chain_id, argMax(name, address) AS name, argMax(toString(protocol), address) AS protocol,
            count() AS contracts
        FROM lending_deployments FINAL
        GROUP BY slug, chain_id
    ) AS contract
    LEFT JOIN (
        SELECT chain_id, assumeNotNull(deployment) AS slug, countIf(kind = 'liquidation') AS liquidations,
            uniqExactIf((contract, transaction_hash, borrower), kind = 'absorption') AS absorptions, max(toNullable(block_timestamp)) AS newest_at
        FROM (
            SELECT chain_id, deployment, contract, 'liquidation' AS kind, block_timestamp, transaction_hash, borrower FROM finished_liquidations FINAL
            UNION ALL
            SELECT chain_id, deployment, market, 'absorption', block_timestamp, transaction_hash, borrower FROM finished_absorptions FINAL
        )
        WHERE isNotNull(deployment)
        GROUP BY chain_id, slug
    ) AS event ON event.chain_id = contract.chain_id AND event.slug = contract.slug
) AS deployment
LEFT JOIN (
    SELECT chain_id, protocol, toNullable(max(block_number)) AS block_number, toNullable(max(block_timestamp)) AS block_timestamp
    FROM health_factor_snapshots FINAL
    WHERE (chain_id, protocol) IN (SELECT chain_id, protocol FROM lending_deployments FINAL GROUP BY chain_id, protocol HAVING uniqExact(slug) = 1)
    GROUP BY chain_id, protocol
) AS snapshot ON snapshot.chain_id = deployment.chain_id AND snapshot.protocol = deployment.protocol
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = deployment.chain_id
WHERE {after(slug:text asc, chain_id:uint64 asc)}
ORDER BY slug, chain_id
LIMIT {page.limit}
