DELETE FROM research_terms WHERE page_id = {page_id:int64}
