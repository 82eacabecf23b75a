-- How far down a number of row versions of a lens reaches between two blocks, from the newest on, and how many of them
-- pass the filter on the topic. Without FINAL: replays and tombstones count, so this is a bound and no answer.
SELECT min(block_number) AS edge, count() AS versions, countIf(passes) AS passing
FROM (
    SELECT block_number, (TRUE
        AND topic0 = {topic0:bytes}                                                          -- when topic0
    ) AS passes
    FROM lens_logs
    WHERE lens = {lens:text} AND chain_id = {chain_id:uint64} AND subject = {subject:bytes}
      AND block_number BETWEEN {first_block:uint64} AND {last_block:uint64}
    ORDER BY block_number DESC, log_index DESC
    LIMIT {versions:uint64}
)
