INSERT INTO bench_capabilities__notes (organization_id, title)
VALUES ({caller.organization_id:int64}, {title:text})
RETURNING id
