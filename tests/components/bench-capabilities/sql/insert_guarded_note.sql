INSERT INTO bench_capabilities__notes (organization_id, title)
VALUES ({guard.tenant:int64}, {title:text})
RETURNING id
