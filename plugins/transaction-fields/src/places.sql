-- Where a transaction stands: the newest place of each chain. Logs know places too, of transactions that were not loaded.
SELECT place.chain_id AS chain_id, if(chains.slug = '', '', chains.slug) AS slug,
    tupleElement(place.newest, 1) AS block_number, tupleElement(place.newest, 2) AS transaction_index
FROM (
    SELECT chain_id, max((block_number, transaction_index)) AS newest
    FROM transaction_places FINAL
    WHERE transaction_hash = {hash:bytes}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
    GROUP BY chain_id
) AS place
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = place.chain_id
ORDER BY chain_id
LIMIT 50
