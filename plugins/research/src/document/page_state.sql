-- column updated_at timestamp
SELECT document_version, title, updated_at FROM research_pages WHERE id = {guard.page_id:int64} AND space_id = {guard.tenant:int64}
