INSERT INTO complete__shelves (id, organization_id) VALUES ({id:int64}, {caller.organization_id:int64})
