-- What is asked again so soon is the same view: a browser asks for the page and then for what it says, and a preview comes with it.
UPDATE research_guest_passes SET view_count = view_count + 1, last_viewed_at = {now:timestamp}
WHERE id = {pass_id:int64} AND (last_viewed_at IS NULL OR last_viewed_at < {seen_since:timestamp})
