-- The roster, newest first.
SELECT people.id AS id, people.name AS name, people.email AS email, people.platform_tier AS platform_tier,
    people.disabled_at AS disabled_at, people.disabled_reason AS disabled_reason, people.created_at AS created_at,
    people.has_two_factor AS has_two_factor, people.sessions AS sessions, people.last_seen_at AS last_seen_at
FROM staff_people AS people
WHERE TRUE
  AND (people.email_key LIKE {pattern:text} ESCAPE '!'                                       -- when pattern
       OR lower(people.name) LIKE {pattern:text} ESCAPE '!')                                 -- when pattern
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
