INSERT INTO favourites (user_id, chain_id, pool, created_at)
VALUES ({caller.user_id:int64}, {chain_id:int64}, {pool:bytes}, {now:timestamp})
RETURNING id
