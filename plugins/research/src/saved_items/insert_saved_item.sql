-- One a page and hash.
INSERT INTO saved_items (page_id, space_id, kind, chain_id, hash, block_number, block_hash, decoder_version, snapshot, note,
    saved_by_user_id, created_at, updated_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {kind:text}, {chain_id:int64}, {hash:text}, {block_number:int64}, {block_hash:text},
    {decoder_version:int64}, {snapshot:text}, {note:text?}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp})
ON CONFLICT (page_id, kind, chain_id, hash) DO NOTHING
