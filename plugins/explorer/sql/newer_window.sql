-- How far up a number of row versions of a lens reaches between two blocks, from the oldest on; see older_window.sql.
SELECT max(block_number) AS edge, count() AS versions, countIf(passes) AS passing
FROM (
    {part.versions_of_lens}
    ORDER BY block_number, log_index
    LIMIT {versions:uint64}
)
