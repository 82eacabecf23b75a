-- A favourite of the caller.
SELECT favourite.user_id AS tenant, favourite.id AS favourite_id
FROM favourites AS favourite
WHERE favourite.id = {path.id:int64} AND favourite.user_id = {caller.user_id:int64}
