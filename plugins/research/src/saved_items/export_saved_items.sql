-- column created_at, updated_at timestamp
SELECT space.name AS space, item.kind, item.chain_id, item.hash, item.note, item.created_at, item.updated_at
FROM saved_items AS item JOIN spaces AS space ON space.id = item.space_id
WHERE item.saved_by_user_id = {user_id:int64} ORDER BY item.id
