-- Holds the page's row until the transaction ends: its comments are numbered in the order in which others see them, so that no list
-- that goes on behind a number misses one.
UPDATE research_pages SET version = version WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64}
