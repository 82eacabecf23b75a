-- The newest snapshot at or before a block.
SELECT
    snapshot.chain_id AS chain_id,
    if(chains.slug = '', toString(snapshot.chain_id), chains.slug) AS chain,
    snapshot.block_number AS block_number,
    snapshot.block_timestamp AS block_timestamp
FROM (
    SELECT chain_id, block_number, block_timestamp
    FROM health_factor_snapshots FINAL
    WHERE TRUE
      AND block_number <= {block:uint64}                                                     -- when block
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND protocol = {protocol:text}                                                         -- when protocol
    ORDER BY block_timestamp DESC, chain_id, block_number DESC
    LIMIT 1
) AS snapshot
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = snapshot.chain_id
