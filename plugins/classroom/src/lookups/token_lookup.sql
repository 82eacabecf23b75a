-- The lookup of a token.
-- column next_try_at timestamp
SELECT id, next_try_at FROM token_lookups WHERE chain_id = {chain_id:int64} AND token = {token:bytes}
