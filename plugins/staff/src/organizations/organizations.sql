-- Organizations, newest first.
{part.organization_fields}
WHERE TRUE
  AND lower(name) LIKE {pattern:text} ESCAPE '!' -- when pattern
  AND kind = {kind:text}                         -- when kind
  AND status = {status:text}                     -- when status
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
