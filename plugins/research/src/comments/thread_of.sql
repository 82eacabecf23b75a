-- The thread of a comment of the page.
SELECT COALESCE(thread_id, id) AS thread_id FROM research_comments
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {id:int64}
