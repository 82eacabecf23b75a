-- Raises the version whatever it is: from here to its end the transaction has the page to itself.
UPDATE research_pages
SET document_version = document_version + 1, updated_at = {now:timestamp}, updated_by_user_id = {caller.user_id:int64}
WHERE id = {guard.page_id:int64} AND space_id = {guard.tenant:int64}
