-- The personal space, and spaces that nobody else is in, with all that lies in them.
DELETE FROM spaces
WHERE personal_user_id = {user_id:int64}
   OR id IN (
       SELECT mine.space_id FROM space_members AS mine
       WHERE mine.user_id = {user_id:int64}
         AND NOT EXISTS (
             SELECT 1 FROM space_members AS other
             WHERE other.space_id = mine.space_id AND other.user_id <> {user_id:int64}))
