-- What was changed has one word everywhere: `target_type`, as the interface has it.
DROP VIEW staff_audit_entries;
ALTER TABLE audit_entries RENAME COLUMN target_kind TO target_type;

CREATE VIEW staff_audit_entries AS
SELECT audit_entries.id, audit_entries.occurred_at, audit_entries.organization_id, audit_entries.actor_kind,
    audit_entries.actor_user_id, actors.email AS actor_email, actors.email_key AS actor_email_key,
    audit_entries.actor_key_id, audit_entries.impersonator_user_id, impersonators.email AS impersonator_email,
    impersonators.email_key AS impersonator_email_key, audit_entries.component, audit_entries.request_id,
    audit_entries.action, audit_entries.target_type, audit_entries.target_id, audit_entries.before, audit_entries.after
FROM audit_entries
LEFT JOIN users AS actors ON actors.id = audit_entries.actor_user_id
LEFT JOIN users AS impersonators ON impersonators.id = audit_entries.impersonator_user_id;
