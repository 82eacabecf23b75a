-- How many liquidations match, on all pages together.
SELECT count() AS matching
FROM liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND block_number >= {block_from:uint64} AND block_number <= {block_to:uint64}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND borrower = {borrower:bytes}                                                            -- when borrower
  AND ((chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE protocol = {protocol:text}) -- when protocol
       OR stated_protocol = {protocol:text} AND (chain_id, address) NOT IN (SELECT chain_id, address FROM lending_deployments FINAL)) -- when protocol
  AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text}) -- when slug
  AND ({collateral_symbol:text} = '' AND collateral_asset = {collateral_address:bytes}  -- when collateral_symbol
       OR {collateral_symbol:text} != '' AND (chain_id, collateral_asset) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({collateral_symbol:text}))) -- when collateral_symbol
  AND ({side_symbol:text} = '' AND (collateral_asset = {side_address:bytes} OR ifNull(debt_asset = {side_address:bytes}, false) -- when side_symbol
           OR isNull(debt_asset) AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE underlying = {side_address:bytes})) -- when side_symbol
       OR {side_symbol:text} != '' AND ((chain_id, collateral_asset) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})) -- when side_symbol
           OR (chain_id, assumeNotNull(debt_asset)) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text})) -- when side_symbol
           OR isNull(debt_asset) AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE (chain_id, assumeNotNull(underlying)) IN (SELECT chain_id, address FROM tokens FINAL WHERE lower(symbol) = lower({side_symbol:text}))))) -- when side_symbol
