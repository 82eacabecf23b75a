//! Providers of organizations, as the store has them: their secrets are sealed, and they let in people of the verified
//! domain alone.

use crate::secrets::{Origin, SecretKeys};
use crate::sign_in::providers::error::ProviderError;
use crate::sign_in::providers::settings::{Admits, Provider, domain_of, key_of};
use quarry_contract::Secret;
use quarry_stores::app::{AppStore, Row};
use quarry_stores::result_set::Value;

/// In place of a component's name, which has no colon: what the host seals for itself, no component opens.
const SEALED_FOR: &str = "host:single-sign-on";

/// The providers that people sign in at: enabled, of organizations that are not suspended and whose domain is verified.
pub(super) const IN_USE: &str = "
    SELECT organizations.id AS organization_id, organizations.name, organizations.email_domain AS domain,
           sign_on.issuer, sign_on.client_id, sign_on.client_secret
    FROM organization_single_sign_on AS sign_on
    JOIN organizations ON organizations.id = sign_on.organization_id
    WHERE sign_on.is_enabled = TRUE AND organizations.email_domain IS NOT NULL
          AND organizations.domain_verified_at IS NOT NULL AND organizations.status = 'active'";

/// The provider of an organization, if it is in use.
pub(super) async fn of_organization(
    store: &AppStore,
    keys: &SecretKeys,
    organization_id: i64,
) -> Result<Option<Provider>, ProviderError> {
    one(store, keys, &format!("{IN_USE} AND organizations.id = $1"), Value::Int64(organization_id)).await
}

/// The provider of the organization whose verified domain the address belongs to.
pub(super) async fn of_email(
    store: &AppStore,
    keys: &SecretKeys,
    email: &str,
) -> Result<Option<Provider>, ProviderError> {
    let Some(domain) = domain_of(email.trim()) else { return Ok(None) };
    let sql = format!("{IN_USE} AND organizations.email_domain = $1 ORDER BY organizations.id LIMIT 1");
    one(store, keys, &sql, Value::Text(domain.to_lowercase())).await
}

async fn one(store: &AppStore, keys: &SecretKeys, sql: &str, value: Value) -> Result<Option<Provider>, ProviderError> {
    let rows = store.query(sql, &[value]).await?;
    let Some(row) = Row::first(&rows) else { return Ok(None) };
    let organization_id = row.integer("organization_id")?;
    let key = key_of(organization_id);
    let sealed = || ProviderError::Seal { provider: key.clone() };
    let client_secret = unseal(keys, &row.bytes("client_secret")?).ok_or_else(sealed)?;
    Ok(Some(Provider {
        name: row.text("name")?,
        issuer: row.text("issuer")?,
        client_id: row.text("client_id")?,
        client_secret,
        admits: Admits::Domain { organization_id, domain: row.text("domain")? },
        key,
    }))
}

/// Encrypts a client secret for the store.
pub(super) fn seal(keys: &SecretKeys, secret: &Secret) -> Option<Vec<u8>> {
    keys.seal(SEALED_FOR, secret, Origin::Configured)
}

fn unseal(keys: &SecretKeys, sealed: &[u8]) -> Option<Secret> {
    keys.unseal(SEALED_FOR, sealed).map(|(secret, _)| secret)
}
