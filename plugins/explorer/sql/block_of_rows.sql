-- What the transactions and logs of one number tell of a block whose header was never loaded: one row a chain.
SELECT
    if(chains.slug = '', toString(known.chain_id), chains.slug) AS _chain,
    known.chain_id AS _chain_id,
    known.source AS _source,
    toUInt64({number:uint64}) AS number,
    nullIf(known.hash, toFixedString('', 32)) AS hash,
    CAST(NULL, 'Nullable(FixedString(32))') AS parent_hash,
    known.at AS block_timestamp,
    CAST(NULL, 'Nullable(FixedString(20))') AS miner,
    CAST(NULL, 'Nullable(UInt64)') AS gas_limit,
    CAST(NULL, 'Nullable(UInt64)') AS gas_used,
    CAST(NULL, 'Nullable(String)') AS base_fee_per_gas_wei,
    CAST(NULL, 'Nullable(UInt64)') AS size_bytes,
    CAST(NULL, 'Nullable(UInt32)') AS transaction_count,
    CAST(NULL, 'Nullable(String)') AS extra_data
FROM (
    SELECT chain_id, min(kind) AS source, max(block_hash) AS hash, max(block_timestamp) AS at
    FROM (
        -- All chains are named, so that the tables' order can be used.
        SELECT chain_id, 'transactions' AS kind, block_hash, block_timestamp FROM transactions FINAL
        WHERE block_number = {number:uint64} AND chain_id IN (SELECT chain_id FROM chains)
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
        UNION ALL
        SELECT chain_id, 'logs' AS kind, block_hash, block_timestamp FROM logs FINAL
        WHERE block_number = {number:uint64} AND chain_id IN (SELECT chain_id FROM chains)
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
    )
    WHERE (chain_id, {number:uint64}) NOT IN (SELECT chain_id, block_number FROM blocks FINAL WHERE block_number = {number:uint64})
    GROUP BY chain_id
) AS known
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = known.chain_id
ORDER BY _chain_id
LIMIT 50
