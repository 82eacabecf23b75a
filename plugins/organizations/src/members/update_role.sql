UPDATE memberships SET role = {role:text}
WHERE organization_id = {guard.tenant:int64} AND user_id = {user_id:int64}
