SELECT count(*) AS members FROM memberships WHERE organization_id = {organization_id:int64}
