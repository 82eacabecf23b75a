-- The tags of pages, a row a page.
SELECT tagged.page_id, string_agg(tagged.tag, {separator:text}) AS tags
FROM research_page_tags AS tagged
WHERE tagged.space_id = {guard.tenant:int64} AND tagged.page_id IN ({pages:int64[]})
GROUP BY tagged.page_id
