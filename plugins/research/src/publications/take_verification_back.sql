UPDATE research_pages SET verified_at = NULL, verified_by_user_id = NULL, verified_document_version = NULL
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64}
