UPDATE research_pages
SET verified_at = {now:timestamp}, verified_by_user_id = {caller.user_id:int64}, verified_document_version = document_version
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64}
