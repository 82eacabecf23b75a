DELETE FROM page_review_links WHERE space_id = {guard.tenant:int64} AND guest_pass_id = {pass_id:int64}
