-- column created_at timestamp
SELECT list.id, list.title, list.note, list.created_at, {guard.rank:text} AS rank,
    (SELECT count(*) FROM reading_lists__links WHERE list_id = {guard.tenant:int64}) AS link_count
FROM reading_lists__lists AS list
WHERE list.id = {guard.tenant:int64}
