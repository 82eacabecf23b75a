INSERT INTO reading_lists__members (list_id, user_id, rank) VALUES ({guard.tenant:int64}, {user_id:int64}, {rank:text})
ON CONFLICT (list_id, user_id) DO UPDATE SET rank = excluded.rank
