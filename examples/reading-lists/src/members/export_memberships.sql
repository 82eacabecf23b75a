SELECT list.title, member.rank FROM reading_lists__members AS member
JOIN reading_lists__lists AS list ON list.id = member.list_id
WHERE member.user_id = {user_id:int64} ORDER BY list.id
