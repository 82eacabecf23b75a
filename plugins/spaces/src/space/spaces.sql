-- The caller's spaces, oldest first, behind one of them; or one of them.
-- column personal, active, only_owner boolean
-- column created_at timestamp
SELECT space.id, space.name, space.personal_user_id IS NOT NULL AS personal, mine.is_active AS active, mine.rank AS role,
    mine.rank = 'owner' AND NOT EXISTS (
        SELECT 1 FROM space_members AS other
        WHERE other.space_id = mine.tenant AND other.role = 'owner' AND other.id <> mine.membership_id) AS only_owner,
    (SELECT count(*) FROM space_members AS member WHERE member.space_id = mine.tenant) AS member_count,
    space.created_at
FROM {scope.spaces} AS mine
JOIN spaces AS space ON space.id = mine.tenant
WHERE TRUE
  AND mine.tenant = {space_id:int64} -- when space_id
  AND (space.created_at > {made_behind:timestamp}                                    -- when behind
       OR space.created_at = {made_behind:timestamp} AND space.id > {behind:int64})  -- when behind
ORDER BY space.created_at, space.id
LIMIT {most:int64}
