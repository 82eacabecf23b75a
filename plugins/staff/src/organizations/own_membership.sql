-- Whether the member of staff who asks belongs to the organization.
SELECT memberships.user_id AS user_id
FROM memberships
WHERE memberships.organization_id = {organization_id:int64} AND memberships.user_id = {caller.user_id:int64}
