//! `GET /session/organizations/{id}/audit`.

use crate::access::Standing;
use crate::clock::stored;
use crate::words::ActorKind;
use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};

statement!(app_store, SelectAuditEntries, "sql/audit_entries.sql");

#[derive(Parameters)]
pub struct AuditQuery {
    /// The organization.
    #[parameter(path, minimum = 1, example = "7")]
    id: i64,
    /// Only this action (`api_key.minted`), or those of this kind (`api_key`).
    #[parameter(max_length = 200, example = "api_key")]
    action_filter: Option<String>,
    /// Only what was done at or after this day or time.
    #[parameter(example = "2024-01-01")]
    from: Option<TimeFrom>,
    /// Only what was done before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    to: Option<TimeTo>,
}

/// A thing before or after a change: JSON without secrets, null where it did not exist.
pub struct Thing(Json);

impl Schema for Thing {
    fn schema() -> Json {
        json!({ "type": ["object", "array", "string", "number", "boolean", "null"] })
    }

    fn example() -> Json {
        json!({ "role": "admin" })
    }
}

impl Serialize for Thing {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Something that was done.
#[derive(Schema, Serialize)]
pub struct OrganizationAuditEntry {
    /// Unique in a deployment.
    #[schema(example = 91)]
    pub id: i64,
    /// When it was done.
    pub occurred_at: Time,
    /// What was done.
    #[schema(example = "member.role_changed")]
    pub action: String,
    /// How whoever did it came.
    pub actor_kind: ActorKind,
    /// The person it was done as; null when it was nobody.
    #[schema(example = 12)]
    pub actor_id: Option<i64>,
    /// Null when the account is gone.
    #[schema(example = "Ada Lovelace")]
    pub actor_name: Option<String>,
    /// The member of staff who looked at the service as that person and did it; null when it was the person.
    #[schema(example = null)]
    pub impersonator_id: Option<i64>,
    /// Null when it was the person, or the account is gone.
    #[schema(example = null)]
    pub impersonator_name: Option<String>,
    /// The key it was done with; null when it was none.
    #[schema(example = null)]
    pub actor_key_id: Option<i64>,
    /// What kind of thing was changed.
    #[schema(example = "member")]
    pub target_kind: String,
    #[schema(example = "14")]
    pub target_id: String,
    /// The thing as it was; null where it did not exist.
    pub before: Thing,
    /// The thing as it was then; null where it exists no more.
    pub after: Thing,
    /// The request that did it.
    #[schema(example = "01975d0c-6d3f-7c3a-9a52-2f6a4d1e8b7c")]
    pub request_id: String,
}

#[derive(Schema)]
pub struct OrganizationAudit {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The newest first.
    pub entries: Vec<OrganizationAuditEntry>,
}

/// The audit log
///
/// What was done in the organization, by whom, and what it was before and after. For owners and admins.
#[endpoint(
    get = "/session/organizations/{id}/audit",
    session,
    paged,
    refuses(403, "forbidden", "For owners and admins, of an organization that is not suspended."),
    body = OrganizationAudit
)]
pub fn list_organization_audit(request: &Request, query: AuditQuery) -> Result<Answer, Problem> {
    Standing::of_manager(query.id)?;
    let (action, kind) = match query.action_filter.filter(|filter| !filter.is_empty()) {
        Some(filter) if filter.contains('.') => (Some(filter), None),
        kind => (None, kind),
    };
    let rows = SelectAuditEntries {
        organization_id: query.id,
        action,
        // The character after the dot that ends the kind.
        kind_to: kind.as_ref().map(|kind| format!("{kind}/")),
        kind_from: kind.map(|kind| format!("{kind}.")),
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
    }
    .query()?;
    let shown = rows.row_count().min(request.page_size());
    let entries: Vec<_> = (0..shown).filter_map(|row| read(&rows, row)).collect();
    Ok(Answer::object().own_page("entries", rows, &entries).into())
}

fn read(rows: &ResultSet, row: usize) -> Option<OrganizationAuditEntry> {
    let thing = |column| {
        let text = rows.text(row, column);
        Thing(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    };
    Some(OrganizationAuditEntry {
        id: rows.integer(row, "id")?,
        occurred_at: stored(rows, row, "occurred_at")?,
        action: rows.text(row, "action")?,
        actor_kind: ActorKind(rows.text(row, "actor_kind")?),
        actor_id: rows.integer(row, "actor_user_id"),
        actor_name: rows.text(row, "actor_name"),
        impersonator_id: rows.integer(row, "impersonator_user_id"),
        impersonator_name: rows.text(row, "impersonator_name"),
        actor_key_id: rows.integer(row, "actor_key_id"),
        target_kind: rows.text(row, "target_kind")?,
        target_id: rows.text(row, "target_id")?,
        before: thing("before"),
        after: thing("after"),
        request_id: rows.text(row, "request_id")?,
    })
}
