//! The audit log.

use crate::outbox::{Origin, optional_number, optional_text, text};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;

/// An action and the thing that it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// The organization whose log it belongs to; `None`: the organization that the caller acts for.
    pub organization_id: Option<i64>,
    /// `thing.verb`.
    pub action: String,
    pub target_type: String,
    pub target_id: String,
    /// JSON without secrets; none where the thing did not exist.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// Writes an entry with the transaction that makes the change.
pub async fn record_audit_entry(
    transaction: &mut Transaction,
    origin: Origin<'_>,
    entry: &AuditEntry,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO audit_entries (occurred_at, organization_id, actor_kind, actor_user_id, actor_key_id,
                                          component, request_id, action, target_type, target_id, before, after,
                                          impersonator_user_id)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), $6, $7, $8,
                       $9, $10, CAST($11 AS TEXT), CAST($12 AS TEXT), CAST($13 AS BIGINT))";
    let values = [
        Value::Int64(now.as_microsecond()),
        optional_number(entry.organization_id.or_else(|| origin.caller.organization_id())),
        text(origin.actor_kind()),
        optional_number(origin.caller.user_id()),
        optional_number(origin.key_id()),
        text(origin.component),
        text(origin.request_id),
        text(&entry.action),
        text(&entry.target_type),
        text(&entry.target_id),
        optional_text(entry.before.as_deref()),
        optional_text(entry.after.as_deref()),
        optional_number(origin.caller.impersonator_id()),
    ];
    transaction.execute(sql, &values).await.map(|_| ())
}

/// The same for a member of staff who gave a command on the machine, where there is no request.
pub async fn record_command_entry(
    transaction: &mut Transaction,
    user_id: i64,
    entry: &AuditEntry,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO audit_entries (occurred_at, organization_id, actor_kind, actor_user_id, component, request_id,
                                          action, target_type, target_id, before, after)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'person', CAST($3 AS BIGINT), 'host', 'command line', $4, $5,
                       $6, CAST($7 AS TEXT), CAST($8 AS TEXT))";
    let values = [
        Value::Int64(now.as_microsecond()),
        optional_number(entry.organization_id),
        Value::Int64(user_id),
        text(&entry.action),
        text(&entry.target_type),
        text(&entry.target_id),
        optional_text(entry.before.as_deref()),
        optional_text(entry.after.as_deref()),
    ];
    transaction.execute(sql, &values).await.map(|_| ())
}
