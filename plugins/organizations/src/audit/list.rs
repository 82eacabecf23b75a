//! `GET /session/organizations/{id}/audit`.

use crate::access::MemberRole;
use quarry_sdk::prelude::*;
use serde_json::{Value as Json, json};

statement!(app_store, SelectAuditEntries, "src/audit/audit_entries.sql");

/// The way in which the actor came in.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    Person,
    Key,
    Job,
    Nobody,
}

#[derive(Parameters)]
pub struct AuditQuery {
    /// The organization.
    #[parameter(path, minimum = 1, example = "7")]
    pub id: i64,
    /// Only this action (`api_key.minted`), or those of this kind (`api_key`).
    #[parameter(max_length = 200, example = "api_key")]
    action_filter: Option<String>,
    /// Only entries at or after this day or time.
    #[parameter(example = "2024-01-01")]
    from: Option<TimeFrom>,
    /// Only entries before this time, or on or before this day.
    #[parameter(example = "2024-01-31")]
    to: Option<TimeTo>,
}

/// A thing before or after a change: JSON without secrets, null where it did not exist.
pub struct Thing;

impl Schema for Thing {
    fn schema() -> Json {
        json!({ "type": ["object", "array", "string", "number", "boolean", "null"] })
    }

    fn example() -> Json {
        json!({ "role": "admin" })
    }
}

/// Something that was done.
#[derive(Schema)]
pub struct OrganizationAuditEntry {
    /// Unique in a deployment.
    #[schema(example = 91)]
    pub id: i64,
    /// The time at which it was done.
    pub occurred_at: Time,
    /// The action.
    #[schema(example = "member.role_changed")]
    pub action: String,
    /// The way in which the actor came in.
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
    /// The key it was done with; null when it was done without a key.
    #[schema(example = null)]
    pub actor_key_id: Option<i64>,
    /// The kind of thing that was changed.
    #[schema(example = "member")]
    pub target_type: String,
    #[schema(example = "14")]
    pub target_id: String,
    /// The thing as it was; null where it did not exist.
    pub before: Thing,
    /// The thing as it was then; null where it exists no more.
    pub after: Thing,
    /// The component through which it was done. Unless it is a part of the service, the action begins with its name.
    #[schema(example = "organizations")]
    pub component: String,
    /// The request that did it.
    #[schema(example = "01975d0c-6d3f-7c3a-9a52-2f6a4d1e8b7c")]
    pub request_id: String,
}

#[derive(Schema)]
pub struct OrganizationAudit {
    #[schema(flatten)]
    pub page: PageMembers,
    /// The newest first.
    #[schema(rows = SelectAuditEntries)]
    pub entries: Vec<OrganizationAuditEntry>,
}

/// The audit log
///
/// Lists the actions in the organization, with the actor and the thing before and after. For owners and admins.
#[endpoint(
    get = "/session/organizations/{id}/audit", session, paged, guard = MemberRole::Admin,
    guard_path(organization_id = id), body = OrganizationAudit
)]
pub fn list_organization_audit(query: AuditQuery) -> Result<Answer, Problem> {
    let (action, kind) = match query.action_filter.filter(|filter| !filter.is_empty()) {
        Some(filter) if filter.contains('.') => (Some(filter), None),
        kind => (None, kind),
    };
    let entries = SelectAuditEntries {
        action,
        // The character after the dot that ends the kind.
        kind_to: kind.as_ref().map(|kind| format!("{kind}/")),
        kind_from: kind.map(|kind| format!("{kind}.")),
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
    };
    Ok(Answer::object().page("entries", entries.query()?).into())
}
