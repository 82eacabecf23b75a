SELECT member.rank AS rank, sheet.shelf_id AS tenant, sheet.id AS sheet_id, sheet.title AS title
FROM complete__sheets AS sheet
JOIN complete__shelf_members AS member ON member.shelf_id = sheet.shelf_id
WHERE sheet.id = {path.sheet_id:int64} AND member.user_id = {caller.user_id:int64}
