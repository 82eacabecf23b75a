-- An entry of the caller, of a space in which they still are, or of none.
SELECT entry.user_id AS tenant, entry.id AS notification_id
FROM inbox_notifications AS entry
WHERE entry.id = {path.id:int64} AND entry.user_id = {caller.user_id:int64}
  AND (entry.space_id IS NULL OR entry.space_id IN (
      SELECT member.space_id FROM space_members AS member WHERE member.user_id = {caller.user_id:int64}))
