//! The host's own tables that hold data of people, each with the statements that give it and remove it.

/// The fate of a person's rows when the account is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostErasure {
    /// They go, or the person goes from them, by this statement; `$1` is the person's id.
    Statement(&'static str),
    /// They stay, for this reason, which the person is told.
    Kept(&'static str),
}

/// Rows of one of the host's tables that belong to a person.
#[derive(Debug, Clone, Copy)]
pub struct HostData {
    pub table: &'static str,
    /// The rows, in the words that the person is told.
    pub thing: &'static str,
    pub user_column: &'static str,
    /// Gives the rows that are exported, without secrets; `$1` is the person's id.
    pub export: &'static str,
    pub erasure: HostErasure,
}

/// In the order in which a deletion runs them: the person's own row goes last.
pub const HOST_DATA: &[HostData] = &[
    HostData {
        table: "audit_entries",
        thing: "entries of audit logs about what you did",
        user_column: "actor_user_id",
        export: "SELECT occurred_at, organization_id, action, target_type, target_id, \
                        CASE WHEN organization_id IS NULL THEN after END AS after \
                 FROM audit_entries WHERE actor_user_id = $1 ORDER BY id",
        erasure: HostErasure::Kept(
            "An organization's audit log stays whole for its members: it names what was done by the number of the \
             account, and no longer by a name; the address that an invitation went to stays in it. Of the account's own log the actions stay, without names and addresses.",
        ),
    },
    HostData {
        table: "audit_entries",
        thing: "entries of audit logs about what you did as somebody else",
        user_column: "impersonator_user_id",
        export: "SELECT occurred_at, actor_user_id, organization_id, action, target_type, target_id FROM audit_entries \
                 WHERE impersonator_user_id = $1 ORDER BY id",
        erasure: HostErasure::Kept(
            "A person as whom staff acted can see that in the log, which names the number of the account.",
        ),
    },
    HostData {
        table: "modules",
        thing: "your name on module switches",
        user_column: "changed_by_user_id",
        export: "SELECT key, enabled, changed_at, reason FROM modules WHERE changed_by_user_id = $1 ORDER BY key",
        erasure: HostErasure::Statement(
            "UPDATE modules SET changed_by = NULL, changed_by_user_id = NULL WHERE changed_by_user_id = $1",
        ),
    },
    HostData {
        table: "entitlement_overrides",
        thing: "your name on limits that you set for organizations",
        user_column: "set_by_user_id",
        export: "SELECT organization_id, name, value, set_at, reason FROM entitlement_overrides \
                 WHERE set_by_user_id = $1 ORDER BY organization_id, name",
        erasure: HostErasure::Statement(
            "UPDATE entitlement_overrides SET set_by_user_id = NULL WHERE set_by_user_id = $1",
        ),
    },
    HostData {
        table: "courtesy_subscriptions",
        thing: "your name on courtesies that you gave",
        user_column: "granted_by_user_id",
        export: "SELECT organization_id, plan_key, granted_at, ends_at, reason FROM courtesy_subscriptions \
                 WHERE granted_by_user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement(
            "UPDATE courtesy_subscriptions SET granted_by_user_id = NULL WHERE granted_by_user_id = $1",
        ),
    },
    HostData {
        table: "jobs",
        thing: "your name on background jobs",
        user_column: "user_id",
        export: "SELECT id, component, name, state, created_at, ended_at FROM jobs WHERE user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement("UPDATE jobs SET user_id = NULL WHERE user_id = $1"),
    },
    HostData {
        table: "sessions",
        thing: "looks at the service as you, by staff",
        user_column: "acting_as_user_id",
        export: "SELECT created_at, acting_until FROM sessions WHERE acting_as_user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement("UPDATE sessions SET acting_as_user_id = NULL WHERE acting_as_user_id = $1"),
    },
    HostData {
        table: "sessions",
        thing: "your sessions",
        user_column: "user_id",
        export: "SELECT signed_in_by, client, address, user_agent, created_at, last_seen_at, expires_at FROM sessions WHERE user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement("DELETE FROM sessions WHERE user_id = $1"),
    },
    HostData {
        table: "sign_in_places",
        thing: "networks that you signed in from",
        user_column: "user_id",
        export: "SELECT network, last_seen_at FROM sign_in_places WHERE user_id = $1 ORDER BY network",
        erasure: HostErasure::Statement("DELETE FROM sign_in_places WHERE user_id = $1"),
    },
    HostData {
        table: "provider_identities",
        thing: "your accounts at sign-in providers",
        user_column: "user_id",
        export: "SELECT provider, issuer, subject, email, linked_at, last_used_at FROM provider_identities \
                 WHERE user_id = $1 ORDER BY linked_at, provider",
        erasure: HostErasure::Statement("DELETE FROM provider_identities WHERE user_id = $1"),
    },
    HostData {
        table: "cable_messages",
        thing: "live messages to you",
        user_column: "user_id",
        export: "SELECT body, created_at FROM cable_messages WHERE user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement("DELETE FROM cable_messages WHERE user_id = $1"),
    },
    HostData {
        table: "alert_letter_lines",
        thing: "what waits for your next letter about alerts",
        user_column: "user_id",
        export: "SELECT sentence, detail, occurred_at FROM alert_letter_lines WHERE user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement("DELETE FROM alert_letter_lines WHERE user_id = $1"),
    },
    HostData {
        table: "alert_digests",
        thing: "the days on which you had a digest of alerts",
        user_column: "user_id",
        export: "SELECT due_at, line_count, written_at FROM alert_digests WHERE user_id = $1 ORDER BY due_at",
        erasure: HostErasure::Statement("DELETE FROM alert_digests WHERE user_id = $1"),
    },
    HostData {
        table: "authenticators",
        thing: "your authenticator",
        user_column: "user_id",
        export: "SELECT is_confirmed, created_at FROM authenticators WHERE user_id = $1 ORDER BY is_confirmed",
        erasure: HostErasure::Statement("DELETE FROM authenticators WHERE user_id = $1"),
    },
    HostData {
        table: "account_exports",
        thing: "exports of your data",
        user_column: "user_id",
        export: "SELECT requested_at, ready_at, expires_at, size_bytes FROM account_exports WHERE user_id = $1",
        erasure: HostErasure::Statement("DELETE FROM account_exports WHERE user_id = $1"),
    },
    HostData {
        table: "recovery_codes",
        thing: "your recovery codes",
        user_column: "user_id",
        export: "SELECT used_at FROM recovery_codes WHERE user_id = $1 ORDER BY used_at",
        erasure: HostErasure::Statement("DELETE FROM recovery_codes WHERE user_id = $1"),
    },
    HostData {
        table: "password_recoveries",
        thing: "mailed password recoveries",
        user_column: "user_id",
        export: "SELECT mailed_at, expires_at FROM password_recoveries WHERE user_id = $1",
        erasure: HostErasure::Statement("DELETE FROM password_recoveries WHERE user_id = $1"),
    },
    HostData {
        table: "invitations",
        thing: "your name on invitations that you sent",
        user_column: "invited_by_user_id",
        export: "SELECT organization_id, role, created_at, expires_at, accepted_at, withdrawn_at FROM invitations WHERE invited_by_user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement(
            "UPDATE invitations SET invited_by_user_id = NULL WHERE invited_by_user_id = $1",
        ),
    },
    HostData {
        table: "api_keys",
        thing: "API keys that you made",
        user_column: "user_id",
        export: "SELECT id, organization_id, name, hint, scopes, created_at, last_used_at, expires_at, revoked_at FROM api_keys \
                 WHERE user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement("DELETE FROM api_keys WHERE user_id = $1"),
    },
    HostData {
        table: "user_permissions",
        thing: "your staff permissions",
        user_column: "user_id",
        export: "SELECT permission FROM user_permissions WHERE user_id = $1 ORDER BY permission",
        erasure: HostErasure::Statement("DELETE FROM user_permissions WHERE user_id = $1"),
    },
    HostData {
        table: "prepared_accounts",
        thing: "the list of components that prepared your account",
        user_column: "user_id",
        export: "SELECT component FROM prepared_accounts WHERE user_id = $1 ORDER BY component",
        erasure: HostErasure::Statement("DELETE FROM prepared_accounts WHERE user_id = $1"),
    },
    HostData {
        table: "webhook_endpoints",
        thing: "your name on webhook endpoints that you added",
        user_column: "created_by_user_id",
        export: "SELECT id, organization_id, created_at FROM webhook_endpoints WHERE created_by_user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement(
            "UPDATE webhook_endpoints SET created_by_user_id = NULL WHERE created_by_user_id = $1",
        ),
    },
    HostData {
        table: "webhook_endpoints",
        thing: "your name on webhook endpoints whose signing secret was shown to you",
        user_column: "secret_seen_by_user_id",
        export: "SELECT id, organization_id FROM webhook_endpoints WHERE secret_seen_by_user_id = $1 ORDER BY id",
        erasure: HostErasure::Statement(
            "UPDATE webhook_endpoints SET secret_seen_by_user_id = NULL WHERE secret_seen_by_user_id = $1",
        ),
    },
    HostData {
        table: "memberships",
        thing: "your memberships of organizations",
        user_column: "user_id",
        export: "SELECT organization_id, role, created_at FROM memberships WHERE user_id = $1 ORDER BY organization_id",
        erasure: HostErasure::Statement("DELETE FROM memberships WHERE user_id = $1"),
    },
    HostData {
        table: "users",
        thing: "your account: name, email address and password",
        user_column: "id",
        export: "SELECT id, email, name, platform_tier, disabled_at, disabled_reason, created_at FROM users WHERE id = $1",
        erasure: HostErasure::Statement("DELETE FROM users WHERE id = $1"),
    },
];
