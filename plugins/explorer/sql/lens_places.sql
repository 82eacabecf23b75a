-- The places of a page of a lens within blocks that a search has bounded: the `rows` nearest to where the search began, and
-- how many there are in those blocks.
SELECT block_number, log_index, count() OVER () AS matched
FROM lens_logs FINAL
WHERE lens = {lens:text} AND chain_id = {chain_id:uint64} AND subject = {subject:bytes}
  AND block_number BETWEEN {first_block:uint64} AND {last_block:uint64}
  AND (block_number < {older_than_block:uint64}                                              -- when older_than_block
       OR block_number = {older_than_block:uint64} AND log_index < {older_than_log:uint64})  -- when older_than_block
  AND (block_number > {newer_than_block:uint64}                                              -- when newer_than_block
       OR block_number = {newer_than_block:uint64} AND log_index > {newer_than_log:uint64})  -- when newer_than_block
  AND block_timestamp >= {date_from:timestamp}                                               -- when date_from
  AND block_timestamp < {date_to:timestamp}                                                  -- when date_to
  AND topic0 = {topic0:bytes}                                                                -- when topic0
ORDER BY
    if({is_newer:boolean}, toInt64(block_number), -toInt64(block_number)),
    if({is_newer:boolean}, toInt64(log_index), -toInt64(log_index))
LIMIT {rows:uint64}
