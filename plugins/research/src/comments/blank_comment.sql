-- A comment that has replies stays without its text, so that they have a thread.
UPDATE research_comments SET body = '', removed_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {guard.comment_id:int64}
  AND EXISTS (SELECT 1 FROM research_comments AS reply
    WHERE reply.space_id = {guard.tenant:int64} AND reply.page_id = {guard.page_id:int64} AND reply.thread_id = {guard.comment_id:int64})
