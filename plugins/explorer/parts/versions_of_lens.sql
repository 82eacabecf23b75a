-- The row versions of a lens between two blocks, and whether each passes the filter on the topic.
SELECT block_number, (TRUE
    AND topic0 = {topic0:bytes}                                                          -- when topic0
) AS passes
FROM lens_logs
WHERE lens = {lens:text} AND chain_id = {chain_id:uint64} AND subject = {subject:bytes}
  AND block_number BETWEEN {first_block:uint64} AND {last_block:uint64}
