-- One page of events, of each the row of the newest version.
  AND {after(block_timestamp:timestamp desc, chain_id:uint64 desc, block_number:uint64 desc, _place:uint64 desc)}
ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_place DESC, version DESC
LIMIT 1 BY block_timestamp, chain_id, block_number, log_place
