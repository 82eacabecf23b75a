-- A shelf and what the caller is there; null for whoever has no place on it.
SELECT member.rank AS rank, shelf.id AS tenant
FROM complete__shelves AS shelf
LEFT JOIN complete__shelf_members AS member ON member.shelf_id = shelf.id AND member.user_id = {caller.user_id:int64}
WHERE shelf.id = {path.shelf_id:int64}
