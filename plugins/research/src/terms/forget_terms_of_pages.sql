-- The plus sign keeps SQLite from looking through all pages' own words: a row is found by its page.
DELETE FROM research_terms WHERE page_id IN ({pages:int64[]}) AND +block_id IS NULL
