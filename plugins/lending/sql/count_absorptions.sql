-- How many absorptions match, on all pages together.
SELECT count() AS matching
FROM finished_absorptions FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND ({market_slug:text} = '' AND market = {market_address:bytes}                           -- when market_slug
       OR {market_slug:text} != '' AND deployment = lower({market_slug:text}))               -- when market_slug
