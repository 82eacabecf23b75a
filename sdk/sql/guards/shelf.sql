SELECT member.rank AS rank, shelf.organization_id AS tenant, shelf.id AS shelf_id
FROM field_notes__shelves AS shelf JOIN field_notes__shelf_members AS member ON member.shelf_id = shelf.id
WHERE shelf.id = {path.shelf_id:int64} AND member.user_id = {caller.user_id:int64}
