-- Where a pool is, and what it is.
if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain,
pool.chain_id AS chain_id,
pool.protocol AS protocol,
pool.source AS source,
pool.fee AS fee,
