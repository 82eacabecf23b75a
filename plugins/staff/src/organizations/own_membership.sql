-- Whether the member of staff who asks belongs to the organization.
SELECT user_id FROM memberships
WHERE organization_id = {organization_id:int64} AND user_id = {caller.user_id:int64}
