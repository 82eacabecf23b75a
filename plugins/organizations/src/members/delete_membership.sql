DELETE FROM memberships WHERE organization_id = {guard.tenant:int64} AND user_id = {user_id:int64}
