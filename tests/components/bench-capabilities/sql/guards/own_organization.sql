-- The organization that the caller asks for, and what they are in it.
SELECT organization_id AS tenant, role AS rank FROM memberships
WHERE organization_id = {caller.organization_id:int64} AND user_id = {caller.user_id:int64}
