//! Minting a key: settings as a person wrote them down become a key that is shown once.

use crate::keys::insert_key;
use crate::mail::send_mail;
use crate::organizations::authority::{Manager, guardian};
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::{IdentityError, KeyRecord, NewKey, OrganizationError, Organizations};
use ipnet::IpNet;
use jiff::Timestamp;
use quarry_contract::{PersonCaller, Scope, Secret};
use quarry_stores::app::{Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;
use std::net::IpAddr;

/// Keys of an organization that are not revoked.
const MAX_KEYS: i64 = 200;

/// The settings of a key, as a person entered them.
#[derive(Debug, Clone)]
pub struct KeySettings {
    pub name: String,
    /// The names of scopes: `read`, `research:write`, `exports`.
    pub scopes: Vec<String>,
    /// Addresses and networks; none for any.
    pub ip_allow_list: Vec<String>,
    /// RFC 3339.
    pub expires_at: Option<String>,
}

/// A key that was just made.
#[derive(Debug)]
pub struct MintedKey {
    pub id: i64,
    /// The last four characters of the key.
    pub hint: String,
    pub key: Secret,
}

impl Organizations {
    /// Mints a key for the organization in the name of `person`, who is told by mail.
    pub async fn mint_key(
        &self,
        person: &PersonCaller,
        origin: Origin<'_>,
        organization_id: i64,
        settings: &KeySettings,
        now: Timestamp,
    ) -> Result<MintedKey, OrganizationError> {
        let new = settings.checked(organization_id, person.user_id)?;
        let mut transaction = self.store.begin().await?;
        let manager = guardian(&mut transaction, person, organization_id, now).await?;
        let (record, key) = self.insert(&mut transaction, &manager, person, origin, new, now).await?;
        let entry = AuditEntry {
            organization_id: Some(organization_id),
            action: "api_key.minted".to_owned(),
            target_type: "api_key".to_owned(),
            target_id: record.id.to_string(),
            before: None,
            after: Some(shown(&record)),
        };
        record_audit_entry(&mut transaction, origin, &entry, now).await?;
        transaction.commit().await?;
        Ok(MintedKey { id: record.id, hint: record.hint, key })
    }

    /// A key with the email to its minter, if there is room for one more.
    pub(super) async fn insert(
        &self,
        transaction: &mut Transaction,
        manager: &Manager,
        person: &PersonCaller,
        origin: Origin<'_>,
        new: NewKey,
        now: Timestamp,
    ) -> Result<(KeyRecord, Secret), OrganizationError> {
        let sql = "SELECT count(*) AS held FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL";
        let rows = transaction.query(sql, &[Value::Int64(new.organization_id)]).await?;
        if Row::first(&rows).map_or(Ok(0), |row| row.integer("held"))? >= MAX_KEYS {
            return Err(OrganizationError::TooMany {
                what: "keys that are not revoked",
                limit: MAX_KEYS,
                remedy: "revoke those that nobody uses",
            });
        }
        let (record, key) = insert_key(transaction, self.keys.environment(), &new, now).await.map_err(refusal)?;
        let organization = &manager.organization_name;
        let letter =
            self.letters.key_minted(&person.email, &person.name, &record.name, &record.hint, organization, now)?;
        send_mail(transaction, origin.caller, &letter, now).await?;
        Ok((record, key))
    }
}

impl KeySettings {
    /// The key that they describe, or what is wrong with them.
    fn checked(&self, organization_id: i64, user_id: i64) -> Result<NewKey, OrganizationError> {
        let scopes = self.scopes.iter().map(|name| {
            Scope::from_name(name).ok_or_else(|| invalid("scopes", format!("There is no scope {}.", quoted(name))))
        });
        let mut scopes = scopes.collect::<Result<Vec<Scope>, _>>()?;
        scopes.sort_by_key(|scope| scope.name());
        scopes.dedup();
        let mut ip_allow_list = self.ip_allow_list.iter().map(|entry| network(entry)).collect::<Result<Vec<_>, _>>()?;
        ip_allow_list.sort();
        ip_allow_list.dedup();
        let expires_at = match &self.expires_at {
            Some(text) => Some(text.parse::<Timestamp>().map_err(|_| {
                let sentence =
                    format!("A time of expiry is written as 2027-01-31T00:00:00Z; this is {}.", quoted(text));
                invalid("expires_at", sentence)
            })?),
            None => None,
        };
        Ok(NewKey { organization_id, user_id, name: self.name.clone(), scopes, ip_allow_list, expires_at })
    }
}

/// An address stands for itself alone; of a network the bits behind its prefix are dropped.
fn network(entry: &str) -> Result<IpNet, OrganizationError> {
    let text = entry.trim();
    let parsed = text.parse::<IpNet>().map(|network| network.trunc());
    parsed.or_else(|_| text.parse::<IpAddr>().map(IpNet::from)).map_err(|_| {
        let sentence = format!(
            "An allowed address is written as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32; this is {}.",
            quoted(entry)
        );
        invalid("ip_allow_list", sentence)
    })
}

fn invalid(field: &'static str, sentence: String) -> OrganizationError {
    OrganizationError::Invalid { field, sentence }
}

/// The text that somebody sent, as much of it as fits into a sentence.
fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    format!("\"{}\"", start.escape_debug())
}

/// A refusal of `insert_key`, by the field that it is about.
fn refusal(error: IdentityError) -> OrganizationError {
    let field = match &error {
        IdentityError::Store(_) => None,
        IdentityError::NoScope => Some("scopes"),
        IdentityError::ExpiredAlready { .. } => Some("expires_at"),
        IdentityError::AllowListTooLong { .. } => Some("ip_allow_list"),
        IdentityError::InvalidName { .. } | IdentityError::UnseenInName(_) => Some("name"),
        _ => None,
    };
    match (field, error) {
        (Some(field), error) => invalid(field, sentence(&error.to_string())),
        (None, IdentityError::Store(error)) => OrganizationError::Store(error),
        // The membership ended within this transaction's time.
        (None, _) => OrganizationError::Forbidden("Your membership of the organization has ended."),
    }
}

/// `a name must have …` → `A name must have ….`
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", characters.as_str())
}

/// A key as the audit log shows it.
pub(super) fn shown(record: &KeyRecord) -> String {
    let scopes: Vec<&str> = record.scopes.iter().map(|scope| scope.name()).collect();
    let networks: Vec<String> = record.ip_allow_list.iter().map(ToString::to_string).collect();
    json!({
        "name": record.name,
        "hint": record.hint,
        "scopes": scopes,
        "ip_allow_list": networks,
        "expires_at": record.expires_at.map(|time| time.to_string()),
    })
    .to_string()
}
