//! `GET /session/admin/audit`.

use crate::search::{anywhere, beginning};
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, SelectAuditEntries, "src/audit/audit_entries.sql");

#[derive(Parameters)]
pub struct AuditQuery {
    /// The actor: the number of a person, or part of an email. It also finds staff who acted as another person.
    #[parameter(max_length = 200, example = "staff@quarry.example")]
    actor: Option<String>,
    /// The beginning of the action.
    #[parameter(max_length = 100, example = "organization.")]
    action_filter: Option<String>,
    /// The kind of thing that was changed.
    #[parameter(max_length = 100, example = "organization")]
    target_type: Option<String>,
    /// Number or key of the thing.
    #[parameter(max_length = 200, example = "3")]
    target_id: Option<String>,
    /// Entries about this organization, or made in it.
    #[parameter(minimum = 1, example = "3")]
    organization_id: Option<i64>,
    /// Only entries at or after this day or time.
    #[parameter(example = "2026-01-01")]
    from: Option<TimeFrom>,
    /// Only entries before this time, or on or before this day.
    #[parameter(example = "2026-01-31")]
    to: Option<TimeTo>,
}

/// A person of an entry.
#[derive(Schema, Serialize)]
pub struct AuditPerson {
    #[schema(example = 5)]
    pub user_id: i64,
    /// The person's email address; null when the account is gone.
    #[schema(example = "staff@quarry.example")]
    pub email: Option<String>,
}

/// An action, with its actor and the thing that it changed.
#[derive(Row, Schema, Serialize)]
pub struct AuditLogEntry {
    #[schema(example = 1043)]
    pub id: i64,
    pub occurred_at: Time,
    /// Name of the action in the form `thing.verb`.
    #[schema(example = "organization.suspended")]
    pub action: String,
    /// `person`, `key`, `job` or `nobody`.
    #[schema(example = "person")]
    pub actor_kind: String,
    /// The person in whose name it was done.
    #[row(skip)]
    pub actor: Option<AuditPerson>,
    /// The key that was used.
    #[schema(example = 11)]
    pub actor_key_id: Option<i64>,
    /// The member of staff who acted as that person.
    #[row(skip)]
    pub impersonator: Option<AuditPerson>,
    /// The organization that the actor acted for.
    #[schema(example = 3)]
    pub organization_id: Option<i64>,
    #[schema(example = "organization")]
    pub target_type: String,
    #[schema(example = "3")]
    pub target_id: String,
    /// The component through which it was done.
    #[schema(example = "staff")]
    pub component: String,
    /// Id of the request, which stands in the log lines of the host too.
    #[schema(example = "6e0f0c7d2b0f4f5a9f0e3b7f3a1d2c4b")]
    pub request_id: String,
    /// The thing before; null where it did not exist.
    #[row(json)]
    pub before: AuditThing,
    /// The thing afterwards; null where it no longer exists.
    #[row(json)]
    pub after: AuditThing,
}

/// A thing of any form, without secrets.
#[derive(Serialize, Deserialize)]
pub struct AuditThing(Json);

impl Schema for AuditThing {
    fn schema() -> Json {
        json!({ "description": "Any JSON, without secrets." })
    }

    fn example() -> Json {
        json!({ "status": "active" })
    }
}

/// The people of an entry, by column.
#[derive(Row)]
struct People {
    actor_user_id: Option<i64>,
    actor_email: Option<String>,
    impersonator_user_id: Option<i64>,
    impersonator_email: Option<String>,
}

#[derive(Schema)]
pub struct AuditLog {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Entries, the newest first.
    pub entries: Vec<AuditLogEntry>,
}

/// The audit log of the deployment
///
/// The audit log of the whole deployment, newest first.
#[endpoint(get = "/session/admin/audit", session = "audit_view", paged, body = AuditLog)]
pub fn list_audit(request: &Request, query: AuditQuery) -> Result<Answer, Problem> {
    let actor = query.actor.as_deref().map(str::trim).filter(|actor| !actor.is_empty());
    let number = actor.and_then(|actor| actor.parse::<i64>().ok());
    let rows = SelectAuditEntries {
        actor_user_id: number,
        actor: actor.filter(|_| number.is_none()).map(anywhere),
        action: query.action_filter.as_deref().map(beginning),
        target_type: query.target_type,
        target_id: query.target_id,
        organization_id: query.organization_id,
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
    }
    .query()?;
    let person = |id: Option<i64>, email| id.map(|user_id| AuditPerson { user_id, email });
    let mut entries: Vec<AuditLogEntry> = rows.read()?;
    for (entry, people) in entries.iter_mut().zip(rows.read::<People>()?) {
        entry.actor = person(people.actor_user_id, people.actor_email);
        entry.impersonator = person(people.impersonator_user_id, people.impersonator_email);
    }
    entries.truncate(request.page_size());
    Ok(Answer::object().own_page("entries", rows, &entries).into())
}
