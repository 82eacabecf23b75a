-- column created_at, updated_at timestamp
SELECT version.id, version.name, version.kind, version.title, version.block_count, version.document_version,
    version.author_user_id AS author_id, coalesce(author.name, 'former member') AS author_name, version.created_at, version.updated_at
FROM research_page_versions AS version
LEFT JOIN person_names AS author ON author.user_id = version.author_user_id
WHERE version.page_id = {guard.page_id:int64} AND version.space_id = {guard.tenant:int64}
  AND version.id < {behind:int64} -- when behind
ORDER BY version.id DESC
LIMIT {most:int64}
