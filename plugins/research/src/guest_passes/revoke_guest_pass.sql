UPDATE research_guest_passes SET revoked_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {pass_id:int64} AND revoked_at IS NULL
  AND expires_at > {now:timestamp}
