-- The notes of the caller's organization: the host binds caller.organization_id.
-- column written_at timestamp
SELECT title, text, written_at
FROM notes_in_javascript__notes
WHERE organization_id = {caller.organization_id:int64}
  AND substr(title, 1, length({start:text})) = {start:text} -- when start
  AND {after(title:text asc)}
ORDER BY title
LIMIT {page.limit}
