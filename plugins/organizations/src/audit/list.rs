//! `GET /session/organizations/{id}/audit`.

use crate::access::MemberRole;
use crate::audit::entry::OrganizationAuditEntry;
use quarry_sdk::prelude::*;

statement!(app_store, SelectAuditEntries, "src/audit/audit_entries.sql");

#[derive(Parameters)]
pub struct AuditQuery {
    /// Id of the organization.
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

#[derive(Schema)]
pub struct OrganizationAudit {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Entries, the newest first.
    #[schema(rows = SelectAuditEntries)]
    pub entries: Vec<OrganizationAuditEntry>,
}

/// The audit log of an organization
///
/// Lists the actions in the organization, with the actor and the thing before and after. Owners and admins may.
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
