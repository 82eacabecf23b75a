-- Makes room at a position. A block's version says that its content changed, and its content did not.
UPDATE research_blocks SET position = position + 1
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND position >= {position:int64}
