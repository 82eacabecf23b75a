SELECT object_key FROM research_uploads WHERE page_id IN ({pages:int64[]})
