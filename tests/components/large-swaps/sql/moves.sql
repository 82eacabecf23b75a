-- Swaps of V2 pools and what became of their reserves, by chain, block and log: rows of two datasets.
SELECT moves.chain_id AS chain_id, moves.block_number AS block_number, moves.log_index AS log_index
FROM (
    SELECT chain_id, block_number, log_index FROM v2_swaps FINAL
    UNION ALL
    SELECT chain_id, block_number, log_index FROM v2_syncs FINAL
) AS moves
WHERE moves.block_number >= {block_from:uint64} AND moves.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, moves.chain_id)
       AND moves.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, moves.chain_id)])
  AND moves.chain_id = {chain_id:uint64}                                                         -- when chain_id
ORDER BY moves.chain_id, moves.block_number, moves.log_index
LIMIT {most:uint64}                                                                          -- when most
