DELETE FROM memberships WHERE organization_id = {organization_id:int64} AND user_id = {user_id:int64}
