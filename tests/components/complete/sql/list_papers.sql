-- An organization's papers; those that nobody has read come last.
SELECT id, title, finding, read_at, version
FROM complete__papers
WHERE organization_id = {caller.organization_id:int64}
-- order newest
  AND {after(read_at:int64? desc, id:int64 asc)}
ORDER BY read_at DESC NULLS LAST, id
-- order oldest
  AND {after(read_at:int64? asc, id:int64 asc)}
ORDER BY read_at ASC NULLS LAST, id
-- end order
LIMIT {page.limit}
