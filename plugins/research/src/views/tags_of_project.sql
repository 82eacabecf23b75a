-- Tags of pages of the guard's project, those of the most pages first.
SELECT used.tag, used.pages
FROM (
    SELECT tagged.tag, count(*) AS pages
    FROM research_page_tags AS tagged
    JOIN research_pages AS page ON page.id = tagged.page_id AND page.space_id = tagged.space_id
    WHERE tagged.space_id = {guard.tenant:int64} AND page.project_id = {guard.project_id:int64} AND page.trashed_at IS NULL
      AND tagged.tag LIKE {part:text} ESCAPE '!'
    GROUP BY tagged.tag
) AS used
WHERE {after(pages:int64 desc, tag:text asc)}
ORDER BY pages DESC, tag
LIMIT {page.limit}
