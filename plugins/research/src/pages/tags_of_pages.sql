-- The tags of pages of the caller's spaces.
SELECT tagged.page_id, tagged.tag
FROM {scope.spaces} AS mine
JOIN research_page_tags AS tagged ON tagged.space_id = mine.tenant
WHERE tagged.page_id IN ({pages:int64[]})
ORDER BY tagged.page_id, tagged.tag
