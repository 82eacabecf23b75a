-- The person keeps the twenty newest of the page.
DELETE FROM research_drafts
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND user_id = {caller.user_id:int64}
  AND id NOT IN (
      SELECT newest.id FROM research_drafts AS newest
      WHERE newest.space_id = {guard.tenant:int64} AND newest.page_id = {guard.page_id:int64} AND newest.user_id = {caller.user_id:int64}
      ORDER BY newest.id DESC LIMIT 20)
