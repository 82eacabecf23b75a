-- When the newest liquidation or absorption of any registered contract was.
SELECT maxOrNull(newest_at) AS newest_at
FROM (
    SELECT maxOrNull(block_timestamp) AS newest_at FROM finished_liquidations FINAL
    WHERE isNotNull(deployment) AND block_timestamp < {to:timestamp}
      AND deployment = {slug:text}                                                           -- when slug
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
    UNION ALL
    SELECT maxOrNull(block_timestamp) FROM finished_absorptions FINAL
    WHERE isNotNull(deployment) AND block_timestamp < {to:timestamp}
      AND deployment = {slug:text}                                                           -- when slug
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
)
