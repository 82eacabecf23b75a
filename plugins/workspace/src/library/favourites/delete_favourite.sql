DELETE FROM favourites WHERE user_id = {caller.user_id:int64} AND id = {guard.favourite_id:int64}
