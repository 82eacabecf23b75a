-- One organization.
{part.organization_fields}
WHERE id = {id:int64}
