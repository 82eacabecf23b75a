//! What deleting an account does, in the words of its answers.

use quarry_sdk::account;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

/// An organization by number and name.
#[derive(Schema, Serialize)]
pub struct NamedOrganization {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
}

/// What outlives the account.
#[derive(Schema, Serialize)]
pub struct KeptData {
    /// What it is.
    #[schema(example = "entries of audit logs about what you did")]
    pub thing: String,
    /// Why it stays.
    #[schema(example = "An organization's audit log stays whole for its members.")]
    pub reason: String,
}

/// What goes with the account, and what stays.
#[derive(Schema, Serialize)]
pub struct Removal {
    /// The person's own, and those without another member.
    pub removed_organizations: Vec<NamedOrganization>,
    /// Things of the person that are removed, or no longer name the person.
    #[schema(example = ["your sessions", "API keys that you made", "your account: name, email address and password"])]
    pub removed: Vec<String>,
    pub kept: Vec<KeptData>,
}

/// What a family says keeps the account for now.
#[derive(Schema, Serialize)]
pub struct KeptBack {
    /// The code of the refusal.
    #[schema(example = "owns_spaces")]
    pub code: String,
    /// What to do first.
    #[schema(example = "Others work in spaces that you alone own: hand them over, or delete them, first.")]
    pub reason: String,
    pub rows: KeptRows,
}

/// The rows that keep it, with the members that their family gives them.
#[derive(Serialize)]
pub struct KeptRows(Json);

impl Schema for KeptRows {
    fn schema() -> Json {
        json!({ "type": "array", "description": "What it is about.", "items": { "type": "object" } })
    }

    fn example() -> Json {
        json!([{ "id": 8 }])
    }
}

impl From<account::KeptBack> for KeptBack {
    fn from(kept: account::KeptBack) -> KeptBack {
        // The host made this text out of rows that it read.
        let rows = serde_json::from_str(&kept.rows).unwrap_or_else(|_| json!([]));
        KeptBack { code: kept.code, reason: kept.sentence, rows: KeptRows(rows) }
    }
}

/// What stands in the way, and what would be done.
#[derive(Schema, Serialize)]
pub struct DeletionPlan {
    /// Only this person owns them, and they have other members: while there is one, the account cannot be deleted.
    pub handed_over_first: Vec<NamedOrganization>,
    /// What else keeps the account for now, as its families say it: while there is something, the account cannot be deleted.
    pub kept_back: Vec<KeptBack>,
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
        let kept = deletion.kept.into_iter().map(|kept| KeptData { thing: kept.thing, reason: kept.reason });
        DeletionPlan {
            handed_over_first: named(deletion.owned_with_others),
            kept_back: deletion.kept_back.into_iter().map(KeptBack::from).collect(),
            removal: Removal {
                removed_organizations: named(deletion.removed_organizations),
                removed: deletion.removed,
                kept: kept.collect(),
            },
        }
    }
}
