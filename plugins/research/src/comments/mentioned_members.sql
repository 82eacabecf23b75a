-- Those of these people who are members of the space.
SELECT user_id FROM space_members WHERE space_id = {guard.tenant:int64} AND user_id IN ({people:int64[]})
