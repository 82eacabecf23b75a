-- How many liquidations match, on all pages together.
SELECT count() AS matching
FROM finished_liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND borrower = {borrower:bytes}                                                            -- when borrower
  AND protocol = {protocol:text}                                                             -- when protocol
  AND deployment = {slug:text}                                                               -- when slug
  AND ({collateral_symbol:text} = '' AND collateral.address = {collateral_address:bytes}     -- when collateral_symbol
       OR {collateral_symbol:text} != '' AND lower(collateral.symbol) = lower({collateral_symbol:text})) -- when collateral_symbol
  AND ({side_symbol:text} = '' AND (collateral.address = {side_address:bytes} OR debt.address = {side_address:bytes}) -- when side_symbol
       OR {side_symbol:text} != '' AND (lower(collateral.symbol) = lower({side_symbol:text}) OR lower(debt.symbol) = lower({side_symbol:text}))) -- when side_symbol
