INSERT INTO space_properties (space_id, name, kind, options, created_at)
VALUES ({guard.tenant:int64}, {name:text}, {kind:text}, {options:text?}, {created_at:timestamp})
RETURNING id
