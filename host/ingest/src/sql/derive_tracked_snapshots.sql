-- The newest snapshot of each chain and protocol, summed up. Snapshots are of a protocol: where several deployments of a chain share
-- it, nobody can tell whose accounts they hold, and there is no row.
SELECT
    sole.only_slug AS deployment, account.chain_id AS chain_id, account.block_number AS block_number,
    any(if(chains.slug = '', toString(account.chain_id), toString(chains.slug))) AS chain,
    max(account.block_timestamp) AS block_timestamp, count() AS accounts, countIf(account.health_factor < 1) AS liquidatable,
    sum(account.collateral_usd) AS collateral_usd, sum(account.debt_usd) AS debt_usd
FROM (
    SELECT chain_id, toString(protocol) AS word, block_number, block_timestamp, health_factor, collateral_usd, debt_usd
    FROM health_factors FINAL
    WHERE (chain_id, protocol, block_number) IN (
        SELECT chain_id, protocol, max(block_number) FROM health_factor_snapshots FINAL GROUP BY chain_id, protocol)
) AS account
INNER JOIN (
    SELECT chain_id, toString(protocol) AS word, min(toString(slug)) AS only_slug FROM lending_deployments FINAL
    GROUP BY chain_id, word HAVING uniqExact(slug) = 1
) AS sole ON sole.chain_id = account.chain_id AND sole.word = account.word
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = account.chain_id
GROUP BY deployment, chain_id, block_number
