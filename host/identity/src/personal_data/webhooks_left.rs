//! Webhook endpoints of a person whose account is deleted. They are their organization's, so they go on; its other owners and admins are
//! told, as the family `organizations` tells them when a member is removed.

use crate::AccountHolder;
use crate::live_messages::{Notification, Within, tell_people};
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use jiff::Timestamp;
use quarry_contract::Caller;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;
use url::Url;

/// Endpoints that are told of: each organization has twenty.
const MOST_ENDPOINTS: i64 = 1_000;
const SENTENCE: &str = "The person who added this endpoint or has its signing secret has deleted their account. Events are still sent to \
                        it: rotate the secret, and remove the endpoint if nobody else needs it.";

/// Of organizations that the person still manages: others were told when the person ceased to.
const ENDPOINTS: &str = "
    SELECT endpoint.id, endpoint.organization_id, endpoint.url FROM webhook_endpoints AS endpoint
    JOIN memberships ON memberships.organization_id = endpoint.organization_id
    WHERE memberships.user_id = $1 AND memberships.role IN ('owner', 'admin')
      AND (endpoint.created_by_user_id = $1 OR endpoint.secret_seen_by_user_id = $1)
    ORDER BY endpoint.id LIMIT $2";

const MANAGERS: &str = "
    SELECT users.id FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.organization_id = $1 AND memberships.role IN ('owner', 'admin') AND users.disabled_at IS NULL
      AND users.id <> $2
    ORDER BY users.id LIMIT 100";

const ENTRY: &str = "
    INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, excerpt, created_at)
    VALUES (CAST($1 AS BIGINT), 'webhook_creator_left', 'webhook', CAST($2 AS BIGINT), $3, $4, CAST($5 AS BIGINT))
    ON CONFLICT (user_id, kind, subject_type, subject_id)
    DO UPDATE SET actor_user_id = NULL, excerpt = excluded.excerpt, created_at = excluded.created_at, read_at = NULL";

/// Tells the others, in the transaction of the deletion and while the memberships are still there.
pub(super) async fn tell(
    transaction: &mut Transaction,
    holder: &AccountHolder,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let user_id = Value::Int64(holder.user_id());
    let endpoints = transaction.query(ENDPOINTS, &[user_id.clone(), Value::Int64(MOST_ENDPOINTS)]).await?;
    for endpoint in Row::all(&endpoints) {
        let (id, organization_id) = (endpoint.integer("id")?, endpoint.integer("organization_id")?);
        let managers = transaction.query(MANAGERS, &[Value::Int64(organization_id), user_id.clone()]).await?;
        let managers: Vec<i64> = Row::all(&managers).map(|row| row.integer("id")).collect::<Result<_, _>>()?;
        if managers.is_empty() {
            continue;
        }
        // What stands behind the server's name is often a secret.
        let server = Url::parse(&endpoint.text("url")?).map(|url| url.origin().ascii_serialization());
        let server = server.unwrap_or_default();
        let request_id = holder.author().request_id;
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "webhook.creator_left".to_owned(),
            target_type: "webhook".to_owned(),
            target_id: id.to_string(),
            before: None,
            after: Some(json!({ "server": server, "user_id": holder.user_id() }).to_string()),
        };
        let origin = Origin { component: "host", request_id, caller: &Caller::Nobody };
        record_audit_entry(transaction, origin, &entry, now).await?;
        for manager in &managers {
            let values = [
                Value::Int64(*manager),
                Value::Int64(id),
                Value::Text(server.clone()),
                Value::Text(SENTENCE.to_owned()),
                Value::Int64(now.as_microsecond()),
            ];
            transaction.execute(ENTRY, &values).await?;
        }
        let data = json!({ "subject_type": "webhook", "subject_id": id, "page_id": null });
        let notification = Notification { component: "workspace", name: "inbox.grew", data: &data };
        tell_people(transaction, managers, Within::Everybody, &notification, now).await?;
    }
    Ok(())
}
