DELETE FROM research_terms WHERE page_id IN ({pages:int64[]}) AND block_id IS NULL
