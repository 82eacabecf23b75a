//! The keys of an organization, as its admins see them.

pub mod create;
pub mod delete;
pub mod list;
pub mod rotate;

use quarry_sdk::prelude::*;

statement!(app_store, SelectApiKey, "src/api_keys/api_key.sql");

/// A use that a key may have.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    Read,
    #[choice("research:write")]
    ResearchWrite,
    Exports,
}

/// The state of a key. A key that is `rotated` still works until it expires. A key is `minter_left` when the member who minted
/// it no longer belongs to the organization, or was disabled.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    Active,
    Rotated,
    Expired,
    Revoked,
    MinterLeft,
}

/// The deployments that a key is for.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEnvironment {
    Production,
    Sandbox,
}

/// A key, without the key itself.
#[derive(Schema)]
pub struct ApiKey {
    /// Id of the key, unique in a deployment.
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "notebook")]
    pub name: String,
    /// The key's last four characters.
    #[schema(example = "x7Qp")]
    pub hint: String,
    /// The uses that it may have.
    pub scopes: Vec<KeyScope>,
    /// Addresses and networks it may be used from; empty for any.
    #[schema(example = ["192.0.2.0/24"])]
    pub ip_allow_list: Vec<String>,
    /// The deployments that it is for.
    pub environment: KeyEnvironment,
    /// The key's state.
    pub state: KeyState,
    /// The person who minted it: writes are made in this name.
    #[schema(example = 12)]
    pub minted_by_id: i64,
    #[schema(example = "Ada Lovelace")]
    pub minted_by: String,
    pub created_at: Time,
    /// The time of its last use, to the minute; null when it was never used.
    pub last_used_at: Option<Time>,
    /// The time at which the key expires; null when it never does.
    pub expires_at: Option<Time>,
    /// The time at which the key was revoked; null while it is not.
    pub revoked_at: Option<Time>,
    /// The key that was minted in its place; null while it was not rotated.
    #[schema(example = 4)]
    pub replaced_by_key_id: Option<i64>,
}

/// The key of this number, for an answer.
fn one(id: i64) -> Result<ResultSet, Problem> {
    let key = SelectApiKey { id, now: Time::now() }.query()?;
    match key.is_empty() {
        true => Err(Problem::not_found(format!("There is no key {id} here."))),
        false => Ok(key),
    }
}
