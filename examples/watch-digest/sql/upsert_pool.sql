INSERT INTO watch_digest__pools (organization_id, chain_id, address, chain, pair, note, added_by_user_id, added_at_seconds)
VALUES ({caller.organization_id:int64}, {chain_id:int64}, {address:text}, {chain:text}, {pair:text}, NULLIF({note:text}, ''),
    {caller.user_id:int64}, {added_at_seconds:int64})
ON CONFLICT (organization_id, chain_id, address) DO UPDATE SET note = excluded.note
RETURNING chain, chain_id, address, pair, note, added_at_seconds
