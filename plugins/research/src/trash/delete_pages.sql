-- With their blocks, versions, drafts, comments, copies and notes.
DELETE FROM research_pages WHERE id IN ({pages:int64[]})
