-- How many favourites the caller has, and how many of them are this pool.
SELECT count(*) AS used, coalesce(sum(CASE WHEN chain_id = {chain_id:int64} AND pool = {pool:bytes} THEN 1 ELSE 0 END), 0) AS same
FROM favourites WHERE user_id = {caller.user_id:int64}
