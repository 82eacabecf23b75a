//! `GET /session/admin/audit`.

use crate::problems::unreadable;
use crate::search::{anywhere, beginning};
use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};

statement!(app_store, SelectAuditEntries, "sql/audit_entries.sql");

#[derive(Parameters)]
pub struct AuditQuery {
    /// Who did it: the number of a person, or part of an email. Who acted for somebody else is found by either.
    #[parameter(max_length = 200, example = "staff@quarry.example")]
    actor: Option<String>,
    /// What an action begins with.
    #[parameter(max_length = 100, example = "organization.")]
    action_filter: Option<String>,
    /// The kind of thing that was changed.
    #[parameter(max_length = 100, example = "organization")]
    target_type: Option<String>,
    /// Its number or key.
    #[parameter(max_length = 200, example = "3")]
    target_id: Option<String>,
    /// What was done in or to this organization.
    #[parameter(minimum = 1, example = "3")]
    organization_id: Option<i64>,
    /// At or after this day or time.
    #[parameter(example = "2026-01-01")]
    from: Option<TimeFrom>,
    /// Before this time, or on or before this day.
    #[parameter(example = "2026-01-31")]
    to: Option<TimeTo>,
}

/// Somebody of an entry.
#[derive(Schema, Serialize)]
pub struct AuditPerson {
    #[schema(example = 5)]
    pub user_id: i64,
    /// Null when the account is gone.
    #[schema(example = "staff@quarry.example")]
    pub email: Option<String>,
}

/// What was done to what, by whom.
#[derive(Schema, Serialize)]
pub struct AuditLogEntry {
    #[schema(example = 1043)]
    pub id: i64,
    pub occurred_at: Time,
    /// `thing.verb`.
    #[schema(example = "organization.suspended")]
    pub action: String,
    /// `person`, `key`, `job` or `nobody`.
    #[schema(example = "person")]
    pub actor_kind: String,
    /// Whoever it was done as.
    pub actor: Option<AuditPerson>,
    /// The key that was used.
    #[schema(example = 11)]
    pub actor_key_id: Option<i64>,
    /// The member of staff who acted as that person.
    pub impersonator: Option<AuditPerson>,
    /// Whoever did it did it for this organization.
    #[schema(example = 3)]
    pub organization_id: Option<i64>,
    #[schema(example = "organization")]
    pub target_type: String,
    #[schema(example = "3")]
    pub target_id: String,
    /// The component through which it was done.
    #[schema(example = "staff")]
    pub component: String,
    /// Also in the log lines of the host.
    #[schema(example = "6e0f0c7d2b0f4f5a9f0e3b7f3a1d2c4b")]
    pub request_id: String,
    /// The thing before; null where there was none.
    pub before: AuditThing,
    /// The thing afterwards; null where there is none.
    pub after: AuditThing,
}

/// A thing of any form, without secrets.
#[derive(Serialize)]
pub struct AuditThing(Json);

impl Schema for AuditThing {
    fn schema() -> Json {
        json!({ "description": "Any JSON, without secrets." })
    }

    fn example() -> Json {
        json!({ "status": "active" })
    }
}

#[derive(Schema)]
pub struct AuditLog {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Newest first.
    pub entries: Vec<AuditLogEntry>,
}

/// Who did what to what
///
/// The audit log of the whole deployment, newest first.
#[endpoint(
    get = "/session/admin/audit",
    session = "audit_view",
    paged,
    body = AuditLog,
)]
pub fn list_audit(request: &Request, query: AuditQuery) -> Result<Answer, Problem> {
    let actor = query.actor.as_deref().map(str::trim).filter(|actor| !actor.is_empty());
    let number = actor.and_then(|actor| actor.parse::<i64>().ok());
    let rows = SelectAuditEntries {
        actor_user_id: number,
        actor: actor.filter(|_| number.is_none()).map(anywhere),
        action: query.action_filter.as_deref().map(beginning),
        target_kind: query.target_type,
        target_id: query.target_id,
        organization_id: query.organization_id,
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
    }
    .query()?;
    let count = rows.row_count().min(request.page_size());
    let entries: Option<Vec<AuditLogEntry>> = (0..count).map(|row| entry(&rows, row)).collect();
    let entries = entries.ok_or_else(|| unreadable("The audit log"))?;
    Ok(Answer::object().own_page("entries", rows, &entries).into())
}

fn entry(rows: &ResultSet, row: usize) -> Option<AuditLogEntry> {
    let thing = |column| {
        let text = rows.text(row, column);
        AuditThing(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Json::Null))
    };
    let person = |id, email| Some(AuditPerson { user_id: rows.integer(row, id)?, email: rows.text(row, email) });
    Some(AuditLogEntry {
        id: rows.integer(row, "id")?,
        occurred_at: Time { microseconds: rows.integer(row, "occurred_at")? },
        action: rows.text(row, "action")?,
        actor_kind: rows.text(row, "actor_kind")?,
        actor: person("actor_user_id", "actor_email"),
        actor_key_id: rows.integer(row, "actor_key_id"),
        impersonator: person("impersonator_user_id", "impersonator_email"),
        organization_id: rows.integer(row, "organization_id"),
        target_type: rows.text(row, "target_kind")?,
        target_id: rows.text(row, "target_id")?,
        component: rows.text(row, "component")?,
        request_id: rows.text(row, "request_id")?,
        before: thing("before"),
        after: thing("after"),
    })
}
