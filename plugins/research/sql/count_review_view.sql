UPDATE research_guest_passes SET view_count = view_count + 1, last_viewed_at = {now:timestamp} WHERE id = {pass_id:int64}
