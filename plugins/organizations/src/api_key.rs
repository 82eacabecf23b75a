//! A key as the admins of its organization see it.

use crate::clock::stored;
use crate::words::{KeyEnvironment, KeyScope, KeyState};
use quarry_sdk::prelude::*;
use serde::Serialize;

statement!(app_store, SelectApiKey, "sql/api_key.sql");
statement!(app_store, SelectApiKeys, "sql/api_keys.sql");

/// A key, without the key itself.
#[derive(Schema, Serialize)]
pub struct ApiKey {
    /// Unique in a deployment.
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "notebook")]
    pub name: String,
    /// The key's last four characters.
    #[schema(example = "x7Qp")]
    pub hint: String,
    /// What it may be used for.
    pub scopes: Vec<KeyScope>,
    /// Addresses and networks it may be used from; empty for any.
    #[schema(example = ["192.0.2.0/24"])]
    pub ip_allow_list: Vec<String>,
    /// Which deployments it is for.
    pub environment: KeyEnvironment,
    /// Whether it opens anything.
    pub state: KeyState,
    /// The person who minted it: writes are made in this name.
    #[schema(example = 12)]
    pub minted_by_id: i64,
    #[schema(example = "Ada Lovelace")]
    pub minted_by: String,
    pub created_at: Time,
    /// Null when it never expires.
    pub expires_at: Option<Time>,
    /// Null while it is not revoked.
    pub revoked_at: Option<Time>,
    /// The key that was minted in its place; null while it was not rotated.
    #[schema(example = 4)]
    pub replaced_by_key_id: Option<i64>,
}

/// A key that was just minted.
#[derive(Schema)]
pub struct MintedApiKey {
    /// The key as the list shows it.
    pub api_key: ApiKey,
    /// The key itself. It is shown this once.
    #[schema(example = "qk_test_5tL8wQzN2vXcR7bKpD4mYh0a1B2c")]
    pub secret: ShownSecret,
}

/// The keys of a page of them.
pub fn shown(rows: &ResultSet, page_size: usize) -> Vec<ApiKey> {
    let now = Time::now();
    (0..rows.row_count().min(page_size)).filter_map(|row| read(rows, row, now)).collect()
}

/// The key of this number.
pub fn one(organization_id: i64, id: i64) -> Result<ApiKey, Problem> {
    let rows = SelectApiKey { organization_id, id }.query()?;
    read(&rows, 0, Time::now()).ok_or_else(|| Problem::not_found(format!("There is no key {id} here.")))
}

fn read(rows: &ResultSet, row: usize, now: Time) -> Option<ApiKey> {
    let time = |column| stored(rows, row, column);
    let (expires_at, revoked_at) = (time("expires_at"), time("revoked_at"));
    let replaced_by_key_id = rows.integer(row, "replaced_by_key_id");
    let minter_is_member = rows.text(row, "minter_role").is_some() && time("minter_disabled_at").is_none();
    let state = match expires_at {
        _ if revoked_at.is_some() => "revoked",
        Some(expires_at) if expires_at <= now => "expired",
        _ if !minter_is_member => "minter_left",
        _ if replaced_by_key_id.is_some() => "rotated",
        _ => "active",
    };
    let networks = rows.text(row, "ip_allow_list").unwrap_or_default();
    Some(ApiKey {
        id: rows.integer(row, "id")?,
        name: rows.text(row, "name")?,
        hint: rows.text(row, "hint")?,
        scopes: rows.text(row, "scopes")?.split(' ').map(|scope| KeyScope(scope.to_owned())).collect(),
        ip_allow_list: serde_json::from_str(&networks).unwrap_or_default(),
        environment: KeyEnvironment(rows.text(row, "environment")?),
        state: KeyState(state.to_owned()),
        minted_by_id: rows.integer(row, "user_id")?,
        minted_by: rows.text(row, "minted_by")?,
        created_at: time("created_at")?,
        expires_at,
        revoked_at,
        replaced_by_key_id,
    })
}
