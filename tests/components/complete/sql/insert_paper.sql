INSERT INTO complete__papers (organization_id, id, title, finding, read_at, version)
VALUES ({caller.organization_id:int64}, {id:int64}, {title:text}, {finding:text?}, {read_at:int64?}, 1)
RETURNING id, title, finding, read_at, version
