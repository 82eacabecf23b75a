//! The effects of deleting an account, in the words of its answers.

use quarry_sdk::account;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

/// Data that outlives the account.
#[derive(Schema, Serialize)]
pub struct KeptData {
    /// The data, in words.
    #[schema(example = "entries of audit logs about what you did")]
    pub thing: String,
    /// The reason why it stays.
    #[schema(example = "An organization's audit log stays whole for its members.")]
    pub reason: String,
}

/// The data that goes with the account, and the data that stays.
#[derive(Schema, Serialize)]
pub struct Removal {
    /// The person's own, and those without another member.
    pub removed_organizations: Vec<Named>,
    /// Things of the person that are removed, or no longer name the person.
    #[schema(example = ["your sessions", "API keys that you made", "your account: name, email address and password"])]
    pub removed: Vec<String>,
    pub kept: Vec<KeptData>,
}

/// A reason of a family that keeps the account for now.
#[derive(Schema, Serialize)]
pub struct KeptBack {
    /// The code of the refusal.
    #[schema(example = "owns_spaces")]
    pub code: String,
    /// A sentence that says what to do first.
    #[schema(example = "Others work in spaces that you alone own: hand them over, or delete them, first.")]
    pub reason: String,
    pub rows: KeptRows,
}

/// The rows that keep it, with the members that their family gives them.
#[derive(Serialize)]
pub struct KeptRows(Json);

impl Schema for KeptRows {
    fn schema() -> Json {
        json!({ "type": "array", "description": "The rows that it is about.", "items": { "type": "object" } })
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

/// The obstacles to deleting the account, and the effects of deleting it.
#[derive(Schema, Serialize)]
pub struct DeletionPlan {
    /// Only this person owns them, and they have other members: while there is one, the account cannot be deleted.
    pub handed_over_first: Vec<Named>,
    /// Further reasons that keep the account for now, as its families give them. While there is one, the account cannot be
    /// deleted.
    pub kept_back: Vec<KeptBack>,
    #[schema(flatten)]
    #[serde(flatten)]
    pub removal: Removal,
}

pub fn named(organizations: Vec<account::Organization>) -> Vec<Named> {
    organizations.into_iter().map(|organization| Named { id: organization.id, name: organization.name }).collect()
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
