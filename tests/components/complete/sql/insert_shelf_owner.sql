INSERT INTO complete__shelf_members (shelf_id, user_id, rank) VALUES ({id:int64}, {caller.user_id:int64}, 'owner')
