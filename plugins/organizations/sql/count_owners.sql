SELECT count(*) AS owners FROM memberships WHERE organization_id = {organization_id:int64} AND role = 'owner'
