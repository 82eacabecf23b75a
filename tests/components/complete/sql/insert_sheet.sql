INSERT INTO complete__sheets (id, shelf_id, title, version) VALUES ({id:int64}, {guard.tenant:int64}, {title:text}, 1)
RETURNING id, shelf_id, title, version
