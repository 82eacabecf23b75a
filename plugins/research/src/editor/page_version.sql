SELECT document_version FROM research_pages WHERE id = {guard.page_id:int64} AND space_id = {guard.tenant:int64}
