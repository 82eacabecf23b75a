-- column created_at, due_at, attempted_at timestamp
{part.delivery_fields}
WHERE delivery.organization_id = {guard.tenant:int64} AND delivery.endpoint_id = {endpoint_id:int64} AND delivery.id = {id:int64}
