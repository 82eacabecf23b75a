DELETE FROM research_page_tags WHERE space_id = {guard.tenant:int64} AND page_id = {page_id:int64}
