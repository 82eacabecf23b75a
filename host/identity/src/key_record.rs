//! A key as people see it in a list, and what it takes to mint one.

use crate::Environment;
use crate::plan_lookup::timestamp;
use ipnet::IpNet;
use jiff::Timestamp;
use quarry_contract::Scope;
use quarry_stores::app::{AppStoreError, Row};
use std::net::IpAddr;

/// The settings of a new key.
#[derive(Debug, Clone)]
pub struct NewKey {
    pub organization_id: i64,
    /// The member who mints it; the key stops when that member leaves.
    pub user_id: i64,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// Networks it may be used from; empty for any.
    pub ip_allow_list: Vec<IpNet>,
    pub expires_at: Option<Timestamp>,
}

/// A stored key, without the key itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRecord {
    pub id: i64,
    pub organization_id: i64,
    pub user_id: i64,
    pub name: String,
    /// The key's last four characters.
    pub hint: String,
    pub scopes: Vec<Scope>,
    /// Networks it may be used from; empty for any.
    pub ip_allow_list: Vec<IpNet>,
    pub environment: Environment,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    /// The time of its last use, to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// The columns that [`KeyRecord::read`] wants.
pub(super) const KEY_COLUMNS: &str = "api_keys.id, api_keys.organization_id, api_keys.user_id, api_keys.name, \
     api_keys.hint, api_keys.scopes, api_keys.ip_allow_list, api_keys.environment, api_keys.created_at, \
     api_keys.expires_at, api_keys.revoked_at, api_keys.last_used_at";

impl KeyRecord {
    pub(super) fn read(row: &Row<'_>) -> Result<KeyRecord, AppStoreError> {
        let optional_time = |column: &str| -> Result<Option<Timestamp>, AppStoreError> {
            row.optional_integer(column)?.map(|time| timestamp(column, time)).transpose()
        };
        let environment = row.text("environment")?;
        Ok(KeyRecord {
            id: row.integer("id")?,
            organization_id: row.integer("organization_id")?,
            user_id: row.integer("user_id")?,
            name: row.text("name")?,
            hint: row.text("hint")?,
            // A scope that this host does not know (a newer one minted it) opens nothing here.
            scopes: row.text("scopes")?.split(' ').filter_map(Scope::from_name).collect(),
            ip_allow_list: allow_list(row.optional_text("ip_allow_list")?)?,
            environment: Environment::from_name(&environment)
                .ok_or_else(|| unreadable("environment", "names no environment"))?,
            created_at: timestamp("created_at", row.integer("created_at")?)?,
            expires_at: optional_time("expires_at")?,
            revoked_at: optional_time("revoked_at")?,
            last_used_at: optional_time("last_used_at")?,
        })
    }

    /// True when the key may be used from `address`.
    pub fn allows(&self, address: IpAddr) -> bool {
        // An IPv4 client of a dual-stack listener arrives as ::ffff:a.b.c.d.
        let address = address.to_canonical();
        self.ip_allow_list.is_empty() || self.ip_allow_list.iter().any(|network| network.contains(&address))
    }
}

/// A list that cannot be read must not open the key to everybody, so it is an error.
fn allow_list(stored: Option<String>) -> Result<Vec<IpNet>, AppStoreError> {
    let Some(stored) = stored else { return Ok(Vec::new()) };
    let entries: Vec<String> =
        serde_json::from_str(&stored).map_err(|_| unreadable("ip_allow_list", "is not a JSON array of text"))?;
    entries
        .iter()
        .map(|entry| entry.parse().or_else(|_| entry.parse::<IpAddr>().map(IpNet::from)))
        .collect::<Result<_, _>>()
        .map_err(|_| unreadable("ip_allow_list", "holds something else than addresses and networks"))
}

fn unreadable(column: &str, problem: &str) -> AppStoreError {
    AppStoreError::UnexpectedColumn { column: column.to_owned(), problem: problem.to_owned() }
}
