-- The space that is asked for, otherwise the active one, of those of which the caller is a member.
SELECT mine.tenant AS space_id
FROM {scope.spaces} AS mine
WHERE TRUE
  AND mine.tenant = {space_id:int64} -- when space_id
ORDER BY mine.is_active DESC, mine.tenant
LIMIT 1
