-- What stands on the shelves that the caller may read.
SELECT sheet.id, sheet.shelf_id, sheet.title, sheet.version
FROM {scope.shelves} AS mine
JOIN complete__sheets AS sheet ON sheet.shelf_id = mine.tenant
WHERE {after(id:int64 asc)}
ORDER BY id
LIMIT {page.limit}
