-- Pages of the caller's spaces that have all words that are looked for, not in the trash; first those with them in the title. Behind one of them.
-- The order of the joins is the way in which rows are found: the caller's spaces, the words, and the terms of the space between two words.
-- column updated_at timestamp
SELECT page.id, page.title, page.finding, page.space_id, page.project_id, project.name AS project_name, page.updated_at,
    ranked.in_title, ranked.occurrences
FROM (
    SELECT hit.page_id, CAST(SUM(hit.in_title) AS BIGINT) AS in_title, CAST(SUM(hit.occurrences) AS BIGINT) AS occurrences
    FROM (
        SELECT found.page_id, asked.place, SUM(found.occurrences) AS occurrences,
            MAX(CASE WHEN found.field = 'title' THEN 1 ELSE 0 END) AS in_title
        FROM {scope.spaces} AS mine
        CROSS JOIN {words:rows(place int64, lowest text, highest text)} AS asked
        CROSS JOIN research_terms AS found
        WHERE found.space_id = mine.tenant AND found.term >= asked.lowest AND found.term <= asked.highest
        GROUP BY found.page_id, asked.place
    ) AS hit
    GROUP BY hit.page_id
    HAVING COUNT(*) = {word_count:int64}
) AS ranked
JOIN research_pages AS page ON page.id = ranked.page_id
JOIN {scope.spaces} AS theirs ON theirs.tenant = page.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = theirs.tenant
WHERE page.trashed_at IS NULL AND project.trashed_at IS NULL
  AND (ranked.in_title < {behind_in_title:int64}                                                     -- when behind
       OR ranked.in_title = {behind_in_title:int64} AND (                                            -- when behind
           ranked.occurrences < {behind_occurrences:int64}                                           -- when behind
           OR ranked.occurrences = {behind_occurrences:int64} AND (                                  -- when behind
               page.updated_at < {changed_behind:timestamp}                                          -- when behind
               OR page.updated_at = {changed_behind:timestamp} AND page.id < {behind:int64})))       -- when behind
ORDER BY ranked.in_title DESC, ranked.occurrences DESC, page.updated_at DESC, page.id DESC
LIMIT {most:int64}
