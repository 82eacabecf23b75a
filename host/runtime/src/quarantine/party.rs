//! Those to whom faults are counted: callers, and the tenants whose things they ask for.

use quarry_contract::{Caller, Request, Tenant, TenantKind};

/// A caller or a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Tenant(Tenant),
    /// The network of visitors, by its number on this host.
    Network(u64),
}

/// The caller of a request, and the tenant whose thing it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concerned {
    /// A person, or the organization of a key: never a key.
    pub caller: Party,
    pub tenant: Party,
}

impl Party {
    pub fn space(id: i64) -> Party {
        Party::Tenant(Tenant { kind: TenantKind::Space, id })
    }

    pub fn organization(id: i64) -> Party {
        Party::Tenant(Tenant { kind: TenantKind::Organization, id })
    }

    pub fn person(id: i64) -> Party {
        Party::Tenant(Tenant { kind: TenantKind::Person, id })
    }
}

impl Concerned {
    /// The caller alone, as those of one tenant are told apart.
    pub(super) fn as_caller(&self) -> Concerned {
        Concerned { caller: self.caller, tenant: self.caller }
    }

    /// The tenant is the one that the route's guard found. Without a guard it is the caller's organization, or the person where
    /// that is the person's own; of a visitor the wider network of the address.
    pub(crate) fn of(request: &Request) -> Concerned {
        let home = |kind: &str, organization_id, user_id| match kind {
            "institution" => Party::organization(organization_id),
            _ => Party::person(user_id),
        };
        let (caller, home) = match &request.caller {
            Caller::Key(key) => {
                let home = home(&key.organization_kind, key.organization_id, key.user_id);
                (home, home)
            }
            Caller::Person(person) => {
                let home = home(&person.organization_kind, person.organization_id, person.user_id);
                (Party::person(person.user_id), home)
            }
            Caller::Nobody | Caller::Job(_) => {
                (Party::Network(request.network.own), Party::Network(request.network.wider))
            }
        };
        let found = request.guarded.as_ref();
        let found = found.map(|found| Party::Tenant(Tenant { kind: found.route.guard.tenant, id: found.tenant }));
        Concerned { caller, tenant: found.unwrap_or(home) }
    }
}
