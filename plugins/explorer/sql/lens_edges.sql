-- Counts the logs of a lens within the filters, in the blocks of the days at their edges.
SELECT count() AS counted
FROM lens_logs FINAL
WHERE lens = {lens:text} AND chain_id = {chain_id:uint64} AND subject = {subject:bytes}
  AND (block_number BETWEEN {earliest_first:uint64} AND {earliest_last:uint64}
       AND toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) != toDate(0)
       OR block_number BETWEEN {latest_first:uint64} AND {latest_last:uint64}
       AND toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) != toDate(0)
       OR block_number BETWEEN {untimed_first:uint64} AND {untimed_last:uint64}
       AND toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) = toDate(0))
  AND block_number >= {block_from:uint64}                                                    -- when block_from
  AND block_number <= {block_to:uint64}                                                      -- when block_to
  AND block_timestamp >= {date_from:timestamp}                                               -- when date_from
  AND block_timestamp < {date_to:timestamp}                                                  -- when date_to
  AND topic0 = {topic0:bytes}                                                                -- when topic0
