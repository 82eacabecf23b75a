-- Of pages that were found the block with most of the words, and of several the one that has them most often.
-- column attrs json
SELECT best.page_id, best.block_id, block.body, block.attrs
FROM (
    SELECT hit.page_id, hit.block_id,
        ROW_NUMBER() OVER (PARTITION BY hit.page_id ORDER BY hit.words DESC, hit.occurrences DESC, hit.block_id) AS place
    FROM (
        SELECT found.page_id, found.block_id, COUNT(DISTINCT asked.place) AS words, SUM(found.occurrences) AS occurrences
        FROM {pages:rows(page_id int64)} AS wanted
        CROSS JOIN {words:rows(place int64, lowest text, highest text)} AS asked
        CROSS JOIN research_terms AS found
        CROSS JOIN {scope.spaces} AS mine
        WHERE found.page_id = wanted.page_id AND found.term >= asked.lowest AND found.term <= asked.highest
          AND found.block_id IS NOT NULL AND found.space_id = mine.tenant
        GROUP BY found.page_id, found.block_id
    ) AS hit
) AS best
JOIN research_blocks AS block ON block.id = best.block_id
JOIN {scope.spaces} AS theirs ON theirs.tenant = block.space_id
WHERE best.place = 1
