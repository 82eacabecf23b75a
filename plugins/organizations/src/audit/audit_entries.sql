-- What was done in the organization, the newest first.
-- column occurred_at timestamp
-- column before, after json
SELECT audit_entries.id, audit_entries.occurred_at, audit_entries.action, audit_entries.actor_kind,
    audit_entries.actor_user_id AS actor_id,
    person_names.name AS actor_name, audit_entries.impersonator_user_id AS impersonator_id,
    impersonators.name AS impersonator_name, audit_entries.actor_key_id, audit_entries.target_type,
    audit_entries.target_id, audit_entries.before, audit_entries.after, audit_entries.component, audit_entries.request_id
FROM audit_entries
LEFT JOIN person_names ON person_names.user_id = audit_entries.actor_user_id
LEFT JOIN person_names AS impersonators ON impersonators.user_id = audit_entries.impersonator_user_id
WHERE audit_entries.organization_id = {guard.tenant:int64}
  AND audit_entries.action = {action:text}      -- when action
  AND audit_entries.action >= {kind_from:text}  -- when kind_from
  AND audit_entries.action < {kind_to:text}     -- when kind_to
  AND audit_entries.occurred_at >= {from:timestamp} -- when from
  AND audit_entries.occurred_at < {to:timestamp}    -- when to
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
