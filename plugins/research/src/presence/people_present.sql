-- The others on the page who are still members of its space.
-- column since timestamp
SELECT here.user_id AS id, person.name, here.since
FROM research_presence AS here
JOIN space_members AS member ON member.space_id = here.space_id AND member.user_id = here.user_id
JOIN person_names AS person ON person.user_id = here.user_id
WHERE here.page_id = {guard.page_id:int64} AND here.space_id = {guard.tenant:int64}
  AND here.seen_at >= {here_since:timestamp} AND here.user_id <> {caller.user_id:int64}
ORDER BY here.since, here.user_id
LIMIT 100
