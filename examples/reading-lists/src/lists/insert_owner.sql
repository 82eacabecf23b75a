INSERT INTO reading_lists__members (list_id, user_id, rank) VALUES ({list_id:int64}, {caller.user_id:int64}, 'owner')
