DELETE FROM research_comments
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {guard.comment_id:int64}
