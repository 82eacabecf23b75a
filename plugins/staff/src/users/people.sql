-- The roster, newest first.
{part.person_fields}
WHERE TRUE
  AND (people.email_key LIKE {pattern:text} ESCAPE '!'       -- when pattern
       OR lower(people.name) LIKE {pattern:text} ESCAPE '!') -- when pattern
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
