-- Lists that others are on and nobody else owns.
SELECT list.id, list.title FROM reading_lists__members AS mine
JOIN reading_lists__lists AS list ON list.id = mine.list_id
WHERE mine.user_id = {user_id:int64} AND mine.rank = 'owner'
  AND EXISTS (SELECT 1 FROM reading_lists__members AS other
      WHERE other.list_id = mine.list_id AND other.user_id <> mine.user_id)
  AND NOT EXISTS (SELECT 1 FROM reading_lists__members AS other
      WHERE other.list_id = mine.list_id AND other.user_id <> mine.user_id AND other.rank = 'owner')
ORDER BY list.id
LIMIT 100
