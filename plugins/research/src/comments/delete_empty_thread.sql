-- The thread's first comment, where it was removed and no reply is left.
DELETE FROM research_comments
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {guard.thread_id:int64} AND removed_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM research_comments AS reply
    WHERE reply.space_id = {guard.tenant:int64} AND reply.page_id = {guard.page_id:int64} AND reply.thread_id = {guard.thread_id:int64})
