-- Absorptions of Compound III, newest first, as ingest finished them; how versions are told apart: see liquidations.sql.
SELECT
    chain, chain_id, block_number, block_timestamp, transaction_hash, log_index, _place, decoded_from, market, deployment, kind, absorber,
    borrower, asset, amount_raw, amount, usd_value
FROM (
    SELECT *, log_place AS _place, if(log_place < 2147483648, toNullable(log_place), NULL) AS log_index
    FROM finished_absorptions
    WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
    {part.newest_version_of_each}
) AS newest
WHERE is_deleted = 0
  AND ({market_slug:text} = '' AND market = {market_address:bytes}                           -- when market_slug
       OR {market_slug:text} != '' AND deployment = lower({market_slug:text}))               -- when market_slug
ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, _place DESC
LIMIT {page.limit}
