-- A lookup that has no answer yet.
SELECT chain, token FROM token_lookups WHERE id = {id:int64} AND answered_at IS NULL
