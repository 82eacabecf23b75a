//! What deleting an account does, in the words of its answers.

use quarry_sdk::account;
use quarry_sdk::prelude::*;

/// An organization by number and name.
#[derive(Schema, Serialize)]
pub struct NamedOrganization {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
}

/// Rows that outlive the account.
#[derive(Schema, Serialize)]
pub struct KeptData {
    /// Where they are.
    #[schema(example = "audit_entries")]
    pub table: String,
    /// Why they stay.
    #[schema(example = "An organization's audit log stays whole for its members.")]
    pub reason: String,
}

/// What goes with the account, and what stays.
#[derive(Schema, Serialize)]
pub struct Removal {
    /// The person's own, and those without another member.
    pub removed_organizations: Vec<NamedOrganization>,
    /// Tables in which the person's rows are removed, or no longer name the person.
    #[schema(example = ["sessions", "api_keys", "users"])]
    pub removed: Vec<String>,
    pub kept: Vec<KeptData>,
}

/// What stands in the way, and what would be done.
#[derive(Schema, Serialize)]
pub struct DeletionPlan {
    /// Only this person owns them, and they have other members: while there is one, the account cannot be deleted.
    pub handed_over_first: Vec<NamedOrganization>,
    #[schema(flatten)]
    #[serde(flatten)]
    pub removal: Removal,
}

pub fn named(organizations: Vec<account::Organization>) -> Vec<NamedOrganization> {
    organizations
        .into_iter()
        .map(|organization| NamedOrganization { id: organization.id, name: organization.name })
        .collect()
}

impl From<account::Deletion> for DeletionPlan {
    fn from(deletion: account::Deletion) -> DeletionPlan {
        let kept = deletion.kept.into_iter().map(|kept| KeptData { table: kept.table, reason: kept.reason });
        DeletionPlan {
            handed_over_first: named(deletion.owned_with_others),
            removal: Removal {
                removed_organizations: named(deletion.removed_organizations),
                removed: deletion.removed,
                kept: kept.collect(),
            },
        }
    }
}
