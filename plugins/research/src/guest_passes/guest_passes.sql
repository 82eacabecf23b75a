-- Live passes of the guard's page, the newest first.
-- column created_at, expires_at, last_viewed_at timestamp
SELECT pass.id, pass.document_version, pass.made_by_user_id AS made_by_id, coalesce(maker.name, 'former member') AS made_by_name,
    pass.created_at, pass.expires_at, pass.view_count, pass.last_viewed_at
FROM research_guest_passes AS pass
LEFT JOIN person_names AS maker ON maker.user_id = pass.made_by_user_id
WHERE pass.space_id = {guard.tenant:int64} AND pass.page_id = {guard.page_id:int64} AND pass.revoked_at IS NULL
  AND pass.expires_at > {now:timestamp}
  AND pass.id = {id:int64} -- when id
ORDER BY pass.id DESC
LIMIT 20
