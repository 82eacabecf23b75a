-- The switch stays, without who set it.
UPDATE staff__spa_routes SET changed_by_user_id = NULL WHERE changed_by_user_id = {user_id:int64}
