//! An entry of the audit log, as it is shown.

use quarry_sdk::prelude::*;
use serde_json::{Value as Json, json};

/// The way in which the actor came in.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    Person,
    Key,
    Job,
    Nobody,
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

/// An action in the organization's audit log.
#[derive(Schema)]
pub struct OrganizationAuditEntry {
    /// Id of the entry, unique in a deployment.
    #[schema(example = 91)]
    pub id: i64,
    /// The time at which it was done.
    pub occurred_at: Time,
    /// Name of the action.
    #[schema(example = "member.role_changed")]
    pub action: String,
    /// The way in which the actor came in.
    pub actor_kind: ActorKind,
    /// The person it was done as; null when no person did it.
    #[schema(example = 12)]
    pub actor_id: Option<i64>,
    /// Name of the person who acted; null when the account is gone.
    #[schema(example = "Ada Lovelace")]
    pub actor_name: Option<String>,
    /// The member of staff who looked at the service as that person and did it; null when it was the person.
    #[schema(example = null)]
    pub impersonator_id: Option<i64>,
    /// Name of the member of staff who acted as the person; null when the person acted, or the account is gone.
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
