-- What is not given stays; null clears what may be null.
UPDATE complete__papers
SET title = {title:text else title},
    finding = {finding:text? else finding},
    read_at = {read_at:int64? else read_at},
    version = version + 1
WHERE id = {id:int64} AND organization_id = {caller.organization_id:int64}
RETURNING id, title, finding, read_at, version
