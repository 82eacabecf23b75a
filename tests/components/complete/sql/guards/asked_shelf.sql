-- The shelf that a query names; without one the caller's first.
SELECT member.rank AS rank, shelf.id AS tenant, shelf.id AS shelf_id
FROM complete__shelves AS shelf
JOIN complete__shelf_members AS member ON member.shelf_id = shelf.id
WHERE member.user_id = {caller.user_id:int64}
  AND shelf.id = COALESCE({query.shelf_id:int64?}, (
      SELECT MIN(own.shelf_id) FROM complete__shelf_members AS own WHERE own.user_id = {caller.user_id:int64}
  ))
