-- Shelves that others read and nobody else owns.
SELECT mine.shelf_id AS id
FROM complete__shelf_members AS mine
WHERE mine.user_id = {user_id:int64} AND mine.rank = 'owner'
  AND EXISTS (SELECT 1 FROM complete__shelf_members AS other WHERE other.shelf_id = mine.shelf_id AND other.user_id <> mine.user_id)
  AND NOT EXISTS (SELECT 1 FROM complete__shelf_members AS other
      WHERE other.shelf_id = mine.shelf_id AND other.user_id <> mine.user_id AND other.rank = 'owner')
ORDER BY mine.shelf_id
