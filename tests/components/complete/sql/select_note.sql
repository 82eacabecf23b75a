SELECT id, title, version, recounts
FROM complete__notes
WHERE id = {id:int64} AND organization_id = {caller.organization_id:int64}
