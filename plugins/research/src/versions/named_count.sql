SELECT count(*) AS versions FROM research_page_versions
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND kind = 'named'
