-- The plus sign keeps SQLite from looking through the page: a row is found by its block.
DELETE FROM research_terms WHERE +page_id = {page_id:int64} AND block_id IN ({ids:int64[]})
