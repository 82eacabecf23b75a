UPDATE complete__sheets SET title = {title:text}, version = version + 1
WHERE id = {guard.sheet_id:int64}
RETURNING id, shelf_id, title, version
