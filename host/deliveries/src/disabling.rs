//! An endpoint that takes nothing any more: disabled, with word to those who can enable it.

use crate::queue::Endpoint;
use jiff::Timestamp;
use quarry_contract::Caller;
use quarry_identity::live_messages::{Notification, Within, tell_people};
use quarry_identity::mail::{Message, send_mail};
use quarry_identity::outbox::{AuditEntry, Origin, record_audit_entry};
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;
use url::Url;

/// The reason why an endpoint is disabled.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reason {
    /// So many deliveries in a row failed.
    Failures(i64),
    /// It answered 410.
    Gone,
}

impl Reason {
    fn sentence(self) -> String {
        match self {
            Reason::Failures(failures) => format!("{failures} deliveries in a row failed."),
            Reason::Gone => "It answered 410: it is gone.".to_owned(),
        }
    }
}

/// Somebody who can enable it again.
struct Admin {
    user_id: i64,
    email: String,
}

/// Disables an endpoint and tells the organization's owners and admins by mail and inbox. What waits stays, for the day on which it is enabled.
pub(crate) async fn disable(
    transaction: &mut Transaction,
    endpoint: &Endpoint,
    reason: Reason,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let id = Value::Int64(endpoint.id);
    let sql =
        "UPDATE webhook_endpoints SET disabled_at = CAST($1 AS BIGINT), probe_at = NULL WHERE id = CAST($2 AS BIGINT)";
    transaction.execute(sql, &[Value::Int64(now.as_microsecond()), id.clone()]).await?;
    let sql =
        "UPDATE webhook_deliveries SET due_at = NULL WHERE endpoint_id = CAST($1 AS BIGINT) AND state = 'waiting'";
    transaction.execute(sql, &[id]).await?;

    let (server, sentence) = (server(&endpoint.url), reason.sentence());
    let origin = Origin { component: "host", request_id: "delivery", caller: &Caller::Nobody };
    let shown = |is_enabled: bool| Some(json!({ "server": server, "enabled": is_enabled }).to_string());
    let entry = AuditEntry {
        organization_id: Some(endpoint.organization_id),
        action: "webhook.disabled".to_owned(),
        target_type: "webhook".to_owned(),
        target_id: endpoint.id.to_string(),
        before: shown(true),
        after: shown(false),
    };
    record_audit_entry(transaction, origin, &entry, now).await?;

    let admins = admins(transaction, endpoint.organization_id).await?;
    for admin in &admins {
        write_entry(transaction, admin, endpoint, &server, &sentence, now).await?;
        let text = format!(
            "Hello,\n\nQuarry delivers no events to {server} any more. {sentence}\n\nOnce it takes requests again, an owner or admin of the \
             organization enables it on the page of its webhooks; what waits is then delivered, and what happened meanwhile can be replayed.\n"
        );
        // An address that no letter can be sent to has the inbox.
        if let Ok(message) = Message::new(admin.email.clone(), "A webhook endpoint was disabled".to_owned(), text) {
            send_mail(transaction, &Caller::Nobody, &message, now).await?;
        }
    }
    let people = admins.iter().map(|admin| admin.user_id).collect();
    let data = json!({ "subject_type": "webhook", "subject_id": endpoint.id, "page_id": null });
    let notification = Notification { component: "workspace", name: "inbox.grew", data: &data };
    tell_people(transaction, people, Within::Everybody, &notification, now).await.map(|_| ())
}

async fn admins(transaction: &mut Transaction, organization_id: i64) -> Result<Vec<Admin>, AppStoreError> {
    let sql = "SELECT users.id, users.email FROM memberships JOIN users ON users.id = memberships.user_id
               WHERE memberships.organization_id = CAST($1 AS BIGINT) AND memberships.role IN ('owner', 'admin')
                 AND users.disabled_at IS NULL
               ORDER BY users.id LIMIT 100";
    let rows = transaction.query(sql, &[Value::Int64(organization_id)]).await?;
    Row::all(&rows).map(|row| Ok(Admin { user_id: row.integer("id")?, email: row.text("email")? })).collect()
}

/// Writes the inbox entry; one of an earlier day becomes this one.
async fn write_entry(
    transaction: &mut Transaction,
    admin: &Admin,
    endpoint: &Endpoint,
    server: &str,
    sentence: &str,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let sql = "INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, excerpt, created_at)
               VALUES (CAST($1 AS BIGINT), 'webhook_disabled', 'webhook', CAST($2 AS BIGINT), $3, $4, CAST($5 AS BIGINT))
               ON CONFLICT (user_id, kind, subject_type, subject_id)
               DO UPDATE SET excerpt = excluded.excerpt, created_at = excluded.created_at, read_at = NULL";
    let values = [
        Value::Int64(admin.user_id),
        Value::Int64(endpoint.id),
        Value::Text(server.to_owned()),
        Value::Text(sentence.to_owned()),
        Value::Int64(now.as_microsecond()),
    ];
    transaction.execute(sql, &values).await.map(|_| ())
}

/// Scheme and server of an address: what stands behind them is often a secret.
fn server(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}
