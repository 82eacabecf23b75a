-- What was done, newest first.
-- column occurred_at timestamp
-- column before, after json
SELECT id, occurred_at, organization_id, actor_kind, actor_user_id, actor_email, actor_key_id, impersonator_user_id,
    impersonator_email, component, request_id, action, target_type, target_id, before, after
FROM staff_audit_entries
WHERE TRUE
  AND (actor_user_id = {actor_user_id:int64} OR impersonator_user_id = {actor_user_id:int64})                    -- when actor_user_id
  AND (actor_email_key LIKE {actor:text} ESCAPE '!' OR impersonator_email_key LIKE {actor:text} ESCAPE '!')      -- when actor
  AND action LIKE {action:text} ESCAPE '!'                                                                       -- when action
  AND target_type = {target_type:text}                                                                           -- when target_type
  AND target_id = {target_id:text}                                                                               -- when target_id
  AND (organization_id = {organization_id:int64}                                                                 -- when organization_id
       OR (target_type = 'organization' AND target_id = CAST({organization_id:int64} AS TEXT)))                  -- when organization_id
  AND occurred_at >= {from:timestamp}                                                                            -- when from
  AND occurred_at < {to:timestamp}                                                                               -- when to
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
