SELECT member.rank AS rank, shelf.id AS tenant, CASE WHEN shelf.id = 13 THEN 'closed' END AS refusal
FROM complete__shelves AS shelf
JOIN complete__shelf_members AS member ON member.shelf_id = shelf.id
WHERE shelf.id = {body.shelf_id:int64?} AND member.user_id = {caller.user_id:int64}
