//! The host's own word on the tenants that guards name. A guard is a component's statement and could name anybody; what it names
//! decides whose lock is taken, in whose log an entry stands, whose endpoints and people are told. So, unless the component is a
//! part of the service, the host asks its own tables whether the caller has to do with the tenant.
//!
//! Always true: a request of a component that is no part of the service is guarded by a tenant that its caller belongs to, or that
//! names nothing of the host.

use quarry_contract::{Caller, TenantKind};
use quarry_stores::result_set::Value;

/// A question to the host's tables that gives a row where the caller belongs to the tenant.
pub(super) struct Question {
    pub(super) sql: &'static str,
    pub(super) values: [Value; 2],
}

/// What is known of a caller and a tenant.
pub(super) enum Belonging {
    Known(bool),
    Asked(Question),
}

impl Belonging {
    pub(super) fn of(caller: &Caller, kind: TenantKind, tenant: i64) -> Belonging {
        let asked = |sql: &'static str, user_id: i64| {
            Belonging::Asked(Question { sql, values: [Value::Int64(tenant), Value::Int64(user_id)] })
        };
        match (kind, caller, caller.user_id()) {
            (TenantKind::Own, _, _) => Belonging::Known(true),
            (TenantKind::Person, _, user_id) => Belonging::Known(user_id == Some(tenant)),
            // Confirmed with the request.
            (TenantKind::Organization, Caller::Key(key), _) => Belonging::Known(key.organization_id == tenant),
            (TenantKind::Organization, _, Some(user_id)) => {
                asked("SELECT 1 AS found FROM memberships WHERE organization_id = $1 AND user_id = $2", user_id)
            }
            (TenantKind::Space, _, Some(user_id)) => {
                asked("SELECT 1 AS found FROM space_members WHERE space_id = $1 AND user_id = $2", user_id)
            }
            (TenantKind::Organization | TenantKind::Space, _, None) => Belonging::Known(false),
        }
    }
}
