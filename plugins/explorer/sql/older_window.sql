-- How far down a number of row versions of a lens reaches between two blocks, from the newest on, and how many of them
-- pass the filter on the topic. Without FINAL: replays and tombstones count, so this is a bound and no answer.
SELECT min(block_number) AS edge, count() AS versions, countIf(passes) AS passing
FROM (
    {part.versions_of_lens}
    ORDER BY block_number DESC, log_index DESC
    LIMIT {versions:uint64}
)
