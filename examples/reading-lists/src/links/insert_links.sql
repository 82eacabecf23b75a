-- All of them by one statement, however many there are.
INSERT INTO reading_lists__links (list_id, position, url, title)
SELECT {guard.tenant:int64}, link.position, link.url, link.title
FROM {links:rows(position int64, url text, title text?)} AS link
