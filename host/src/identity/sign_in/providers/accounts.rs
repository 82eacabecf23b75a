//! The accounts that providers' people sign in to.

use crate::identity::sign_in::providers::ProviderPerson;
use crate::identity::sign_in::providers::error::ProviderError;
use crate::identity::sign_in::providers::settings::{Admits, Provider};
use crate::identity::users::insert_user;
use crate::identity::{IdentityError, Role};
use crate::stores::app::{AppStore, AppStoreError, Row, Transaction};
use crate::stores::result_set::Value;
use jiff::Timestamp;

/// The account that this person of this provider signed in to before.
pub(in crate::identity::sign_in) async fn linked(
    store: &AppStore,
    provider: &Provider,
    person: &ProviderPerson,
) -> Result<Option<i64>, AppStoreError> {
    let sql = "SELECT user_id FROM provider_identities WHERE provider = $1 AND issuer = $2 AND subject = $3";
    let rows = store.query(sql, &identity(provider, person)).await?;
    Row::first(&rows).map(|row| row.integer("user_id")).transpose()
}

/// Writes down who signs in to what: a new person has an account made, and whoever comes by an organization's provider is
/// its member from now on. Gives the account's number.
pub(in crate::identity::sign_in) async fn link(
    transaction: &mut Transaction,
    provider: &Provider,
    person: &ProviderPerson,
    known: Option<i64>,
    now: Timestamp,
) -> Result<i64, ProviderError> {
    let user_id = match known {
        Some(user_id) => user_id,
        None => make(transaction, provider, person, now).await?,
    };
    let sql = "INSERT INTO provider_identities (provider, issuer, subject, user_id, email, linked_at, last_used_at)
               VALUES ($1, $2, $3, $4, $5, CAST($6 AS BIGINT), CAST($6 AS BIGINT))
               ON CONFLICT (provider, issuer, subject) DO UPDATE
               SET email = excluded.email, last_used_at = excluded.last_used_at";
    let values = [
        &identity(provider, person)[..],
        &[Value::Int64(user_id), Value::Text(person.email.clone()), Value::Timestamp(now.as_microsecond())],
    ];
    transaction.execute(sql, &values.concat()).await?;
    if let Admits::Domain { organization_id, .. } = provider.admits {
        let sql = "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (organization_id, user_id) DO NOTHING";
        let values = [
            Value::Int64(organization_id),
            Value::Int64(user_id),
            Value::Text(Role::Member.name().to_owned()),
            Value::Timestamp(now.as_microsecond()),
        ];
        transaction.execute(sql, &values).await?;
    }
    Ok(user_id)
}

/// An account without a password, with its personal organization.
async fn make(
    transaction: &mut Transaction,
    provider: &Provider,
    person: &ProviderPerson,
    now: Timestamp,
) -> Result<i64, ProviderError> {
    let before_at = person.email.split('@').next().unwrap_or(&person.email);
    let name = person.name.as_deref().unwrap_or(before_at);
    match insert_user(transaction, &person.email, name, None, now).await {
        Ok(made) => Ok(made.user_id),
        Err(IdentityError::EmailTaken { .. }) => Err(ProviderError::MadeMeanwhile { provider: provider.key.clone() }),
        Err(error) => Err(error.into()),
    }
}

fn identity(provider: &Provider, person: &ProviderPerson) -> [Value; 3] {
    [&provider.key, &person.issuer, &person.subject].map(|text| Value::Text(text.clone()))
}
