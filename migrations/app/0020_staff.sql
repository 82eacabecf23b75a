-- What staff see of people and organizations, and what is kept of what staff did.

-- Whoever acts for somebody else is named beside them.
ALTER TABLE audit_entries ADD COLUMN impersonator_user_id BIGINT;
CREATE INDEX audit_entries_by_target ON audit_entries (target_kind, target_id, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_user_id, id);
CREATE INDEX audit_entries_by_impersonator ON audit_entries (impersonator_user_id, id);

-- changed_by is their name; null where the command line switched.
ALTER TABLE modules ADD COLUMN changed_by_user_id BIGINT;

-- Why somebody was shut out.
ALTER TABLE users ADD COLUMN disabled_reason TEXT;

-- Why and when the status was last changed by staff, and what staff note for staff.
ALTER TABLE organizations ADD COLUMN status_reason TEXT;
ALTER TABLE organizations ADD COLUMN status_changed_at BIGINT;
ALTER TABLE organizations ADD COLUMN staff_note TEXT;

ALTER TABLE entitlement_overrides ADD COLUMN set_by_user_id BIGINT;
ALTER TABLE entitlement_overrides ADD COLUMN reason TEXT;

ALTER TABLE courtesy_subscriptions ADD COLUMN granted_by_user_id BIGINT;
ALTER TABLE courtesy_subscriptions ADD COLUMN granted_at BIGINT;
ALTER TABLE courtesy_subscriptions ADD COLUMN reason TEXT;

-- Views without secrets, to be read: a view of more than one table takes no writes.
CREATE VIEW staff_people AS
SELECT users.id, users.email, users.email_key, users.name, users.platform_tier, users.disabled_at, users.disabled_reason,
    users.created_at,
    EXISTS (
        SELECT 1 FROM authenticators WHERE authenticators.user_id = users.id AND authenticators.is_confirmed
    ) AS has_two_factor,
    (SELECT COUNT(*) FROM sessions WHERE sessions.user_id = users.id) AS sessions,
    (SELECT MAX(sessions.last_seen_at) FROM sessions WHERE sessions.user_id = users.id) AS last_seen_at
FROM users {read_only};

CREATE VIEW staff_permissions AS
SELECT user_permissions.user_id, user_permissions.permission
FROM user_permissions {read_only};

CREATE VIEW staff_api_keys AS
SELECT api_keys.id, api_keys.organization_id, api_keys.user_id, api_keys.name, api_keys.hint, api_keys.scopes,
    api_keys.environment, api_keys.created_at, api_keys.expires_at, api_keys.revoked_at
FROM api_keys {read_only};

CREATE VIEW staff_audit_entries AS
SELECT audit_entries.id, audit_entries.occurred_at, audit_entries.organization_id, audit_entries.actor_kind,
    audit_entries.actor_user_id, actors.email AS actor_email, actors.email_key AS actor_email_key,
    audit_entries.actor_key_id, audit_entries.impersonator_user_id, impersonators.email AS impersonator_email,
    impersonators.email_key AS impersonator_email_key, audit_entries.component, audit_entries.request_id,
    audit_entries.action, audit_entries.target_kind, audit_entries.target_id, audit_entries.before, audit_entries.after
FROM audit_entries
LEFT JOIN users AS actors ON actors.id = audit_entries.actor_user_id
LEFT JOIN users AS impersonators ON impersonators.id = audit_entries.impersonator_user_id;
