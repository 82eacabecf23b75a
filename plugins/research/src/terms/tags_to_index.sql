SELECT tagged.page_id, tagged.tag FROM research_page_tags AS tagged WHERE tagged.page_id IN ({pages:int64[]})
