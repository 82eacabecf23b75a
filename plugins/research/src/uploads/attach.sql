-- Files of the guard's page that a block names now.
UPDATE research_uploads SET attached_at = COALESCE(attached_at, {now:timestamp})
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND id IN ({upload_ids:int64[]})
