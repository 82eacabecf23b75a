-- column created_at timestamp
SELECT list.id, list.title, list.note, list.created_at, mine.rank,
    (SELECT count(*) FROM reading_lists__links AS link WHERE link.list_id = mine.tenant) AS link_count
FROM {scope.lists} AS mine
JOIN reading_lists__lists AS list ON list.id = mine.tenant
WHERE {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
