-- One a record and space.
INSERT INTO space_citations (space_id, hash, label, cited_by_user_id, created_at)
VALUES ({guard.tenant:int64}, {hash:bytes}, {label:text?}, {caller.user_id:int64}, {now:timestamp})
ON CONFLICT (space_id, hash) DO NOTHING
