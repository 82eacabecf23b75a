SELECT page.id, page.version, page.title, page.finding
FROM research_pages AS page WHERE page.indexed_as < {tokenizer:int64}
ORDER BY page.indexed_as, page.id
LIMIT {most:int64}
