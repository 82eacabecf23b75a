-- The caller's newest entries: of spaces in which they still are, and of none.
{part.notification_fields}
WHERE entry.user_id = {caller.user_id:int64}
  AND (entry.space_id IS NULL OR entry.space_id IN (
      SELECT member.space_id FROM space_members AS member WHERE member.user_id = {caller.user_id:int64}))
ORDER BY entry.id DESC
LIMIT 100
