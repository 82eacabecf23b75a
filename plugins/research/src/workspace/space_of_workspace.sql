-- column personal boolean
SELECT space.id, space.name, space.personal_user_id IS NOT NULL AS personal
FROM spaces AS space WHERE space.id = {guard.tenant:int64}
