-- Shared spaces that others are in and nobody else owns.
SELECT space.id, space.name
FROM space_members AS mine
JOIN spaces AS space ON space.id = mine.space_id
WHERE mine.user_id = {user_id:int64} AND mine.role = 'owner' AND space.personal_user_id IS NULL
  AND EXISTS (
      SELECT 1 FROM space_members AS other WHERE other.space_id = mine.space_id AND other.user_id <> mine.user_id)
  AND NOT EXISTS (
      SELECT 1 FROM space_members AS other
      WHERE other.space_id = mine.space_id AND other.user_id <> mine.user_id AND other.role = 'owner')
ORDER BY space.id
LIMIT 100
