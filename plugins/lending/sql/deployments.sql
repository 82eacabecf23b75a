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
    SELECT contract.slug AS slug, contract.chain_id AS chain_id,
        argMax(contract.name, contract.address) AS name, argMax(contract.protocol, contract.address) AS protocol,
        count() AS contracts, sum(event.liquidations) AS liquidations, sum(event.absorptions) AS absorptions,
        max(event.newest_at) AS newest_event_at
    FROM (SELECT toString(slug) AS slug, chain_id, address, name, toString(protocol) AS protocol FROM lending_deployments FINAL) AS contract
    LEFT JOIN (
        SELECT chain_id, address, countIf(kind = 'liquidation') AS liquidations, uniqExactIf((transaction_hash, borrower), kind = 'absorption') AS absorptions,
            max(toNullable(block_timestamp)) AS newest_at
        FROM (
            SELECT chain_id, address, 'liquidation' AS kind, block_timestamp, transaction_hash, borrower FROM liquidations FINAL
            UNION ALL
            SELECT chain_id, address, 'absorption' AS kind, block_timestamp, transaction_hash, borrower FROM absorptions FINAL
        ) AS events
        GROUP BY chain_id, address
    ) AS event ON event.chain_id = contract.chain_id AND event.address = contract.address
    GROUP BY slug, chain_id
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
