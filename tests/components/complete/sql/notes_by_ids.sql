-- Some of an organization's notes, and how many lists were asked for.
SELECT id, title, version, recounts
FROM complete__notes
WHERE organization_id = {caller.organization_id:int64}
  AND id IN ({ids:int64[]})                                                                  -- when ids
  AND title IN ({titles:text[]})                                                             -- when titles
ORDER BY id
LIMIT 100
