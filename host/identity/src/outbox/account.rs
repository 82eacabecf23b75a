//! Entries of the audit log about accounts: who came in, and what guards an account.
//!
//! The host writes them itself, where nobody is signed in yet or where a change is the host's own doing. They belong to
//! the person: an organization is named only where it is what was changed.

use crate::outbox::{optional_number, optional_text, text};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;
use serde_json::Value as Json;

/// An action on an account, with its actor and the way it was done.
#[derive(Debug, Clone)]
pub struct AccountEntry<'a> {
    /// Through which it was asked; `host` for the host's own operations.
    pub component: &'a str,
    pub request_id: &'a str,
    /// None: it is not known who.
    pub user_id: Option<i64>,
    /// The organization whose log shows it, beside the deployment's.
    pub organization_id: Option<i64>,
    /// `thing.verb`.
    pub action: &'a str,
    pub target_type: &'a str,
    pub target_id: String,
    /// Without secrets.
    pub before: Option<Json>,
    pub after: Json,
}

/// Writes an entry with the transaction that makes the change.
pub async fn record_account_entry(
    transaction: &mut Transaction,
    entry: &AccountEntry<'_>,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql =
        "INSERT INTO audit_entries (occurred_at, organization_id, actor_kind, actor_user_id, component, request_id,
                                          action, target_type, target_id, before, after)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT), $5, $6, $7, $8, $9,
                       CAST($10 AS TEXT), $11)";
    let values = [
        Value::Int64(now.as_microsecond()),
        optional_number(entry.organization_id),
        text(if entry.user_id.is_some() { "person" } else { "nobody" }),
        optional_number(entry.user_id),
        text(entry.component),
        text(entry.request_id),
        text(entry.action),
        text(entry.target_type),
        text(&entry.target_id),
        optional_text(entry.before.as_ref().map(Json::to_string).as_deref()),
        text(&entry.after.to_string()),
    ];
    transaction.execute(sql, &values).await.map(|_| ())
}
