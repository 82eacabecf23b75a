-- When the newest liquidation or absorption of any registered contract was.
SELECT maxOrNull(newest_at) AS newest_at
FROM (
    SELECT maxOrNull(block_timestamp) AS newest_at FROM liquidations FINAL
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL)
      AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text}) -- when slug
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND block_timestamp < {to:timestamp}
    UNION ALL
    SELECT maxOrNull(block_timestamp) AS newest_at FROM absorptions FINAL
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL)
      AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text}) -- when slug
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND block_timestamp < {to:timestamp}
) AS newest
