-- The filters that a finished liquidation passes.
AND borrower = {borrower:bytes}                                                            -- when borrower
AND protocol = {protocol:text}                                                             -- when protocol
AND deployment = {slug:text}                                                               -- when slug
AND ({collateral_symbol:text} = '' AND collateral.address = {collateral_address:bytes}     -- when collateral_symbol
     OR {collateral_symbol:text} != '' AND lower(collateral.symbol) = lower({collateral_symbol:text})) -- when collateral_symbol
AND ({side_symbol:text} = '' AND (collateral.address = {side_address:bytes} OR debt.address = {side_address:bytes}) -- when side_symbol
     OR {side_symbol:text} != '' AND (lower(collateral.symbol) = lower({side_symbol:text}) OR lower(debt.symbol) = lower({side_symbol:text}))) -- when side_symbol
