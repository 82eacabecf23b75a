-- Without the names of spaces that the person left: they change, and are for members.
-- column created_at, updated_at timestamp
SELECT CASE WHEN member.id IS NULL THEN NULL ELSE space.name END AS space, item.kind, item.chain_id, item.hash, item.note, item.created_at, item.updated_at
FROM saved_items AS item JOIN spaces AS space ON space.id = item.space_id
LEFT JOIN space_members AS member ON member.space_id = item.space_id AND member.user_id = {user_id:int64}
WHERE item.saved_by_user_id = {user_id:int64} ORDER BY item.id
