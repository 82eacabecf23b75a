-- An organization, for staff.
SELECT id, name FROM organizations WHERE id = {organization_id:int64}
