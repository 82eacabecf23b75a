-- Every deployment on every chain that it is on, with what is known of it.
SELECT
    contract.deployment AS slug, contract.chain_id AS chain_id, contract.known_name AS name, contract.word AS protocol, contract.named_chain AS chain,
    contract.known AS contracts, event.liquidated AS liquidations, event.absorbed AS absorptions, event.newest AS newest_event_at,
    snapshot.newest_block AS snapshot_block, snapshot.newest_at AS snapshot_at
FROM (
    SELECT deployment, chain_id, argMax(name, address) AS known_name, argMax(toString(protocol), address) AS word,
        any(toString(chain)) AS named_chain, count() AS known
    FROM tracked_contracts FINAL
    GROUP BY deployment, chain_id
) AS contract
LEFT JOIN (
    SELECT deployment, chain_id, sum(liquidations) AS liquidated, sum(absorptions) AS absorbed, max(toNullable(newest_at)) AS newest
    FROM tracked_activity FINAL WHERE span = 'day'
    GROUP BY deployment, chain_id
) AS event ON event.chain_id = contract.chain_id AND event.deployment = contract.deployment
LEFT JOIN (
    SELECT chain_id, toString(protocol) AS word, toNullable(max(block_number)) AS newest_block, toNullable(max(block_timestamp)) AS newest_at
    FROM health_factor_snapshots FINAL
    WHERE (chain_id, protocol) IN (SELECT chain_id, protocol FROM lending_deployments FINAL GROUP BY chain_id, protocol HAVING uniqExact(slug) = 1)
    GROUP BY chain_id, word
) AS snapshot ON snapshot.chain_id = contract.chain_id AND snapshot.word = contract.word
