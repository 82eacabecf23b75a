-- How many liquidations match, on all pages together.
SELECT count() AS matching
FROM finished_liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  {part.liquidation_filters}
