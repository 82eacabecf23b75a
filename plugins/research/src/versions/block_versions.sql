-- The newest first, with the beginnings of their bodies.
-- column created_at timestamp
SELECT version.id, version.block_id, version.kind, version.version, substr(version.body, 1, 200) AS excerpt,
    version.author_user_id AS author_id, coalesce(author.name, 'former member') AS author_name, version.created_at
FROM research_block_versions AS version
LEFT JOIN person_names AS author ON author.user_id = version.author_user_id
WHERE version.page_id = {guard.page_id:int64} AND version.space_id = {guard.tenant:int64}
  AND version.block_id = {block_id:int64} -- when block_id
  AND version.id < {behind:int64}         -- when behind
ORDER BY version.id DESC
LIMIT {most:int64}
