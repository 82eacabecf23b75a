SELECT count(*) AS passes FROM research_guest_passes
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND revoked_at IS NULL AND expires_at > {now:timestamp}
