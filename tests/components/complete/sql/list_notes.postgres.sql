-- An organization's notes. PostgreSQL has a word for letters in any case.
SELECT id, title, version, recounts
FROM complete__notes
WHERE organization_id = {caller.organization_id:int64}
  AND title ILIKE {part:text}                                                                -- when part
-- order title
  AND {after(title:text asc)}
ORDER BY title
-- order counted
  AND {after(recounts:int64 desc, id:int64 asc)}
ORDER BY recounts DESC, id
-- order newest
  AND {after(id:int64 desc)}
ORDER BY id DESC
-- end order
LIMIT {page.limit}
