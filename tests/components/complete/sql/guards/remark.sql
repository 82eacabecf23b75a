SELECT member.rank AS rank, sheet.shelf_id AS tenant, remark.id AS remark_id
FROM complete__remarks AS remark
JOIN complete__sheets AS sheet ON sheet.id = remark.sheet_id
JOIN complete__shelf_members AS member ON member.shelf_id = sheet.shelf_id
WHERE remark.id = {path.remark_id:int64} AND sheet.id = {path.sheet_id:int64} AND member.user_id = {caller.user_id:int64}
