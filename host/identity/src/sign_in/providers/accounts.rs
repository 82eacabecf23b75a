//! The accounts that providers' people sign in to.

use crate::sign_in::author::{Author, Target};
use crate::sign_in::providers::ProviderPerson;
use crate::sign_in::providers::error::ProviderError;
use crate::sign_in::providers::organizations::IN_USE;
use crate::sign_in::providers::settings::{Admits, Provider};
use crate::users::{insert_user, join};
use crate::{IdentityError, NewAccounts, Role, SignInFrom};
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row, Tenant, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

/// The account that this person of this provider signed in to before.
pub(in crate::sign_in) async fn linked(
    store: &AppStore,
    provider: &Provider,
    person: &ProviderPerson,
) -> Result<Option<i64>, AppStoreError> {
    let sql = "SELECT user_id FROM provider_identities WHERE provider = $1 AND issuer = $2 AND subject = $3";
    let rows = store.query(sql, &identity(provider, person)).await?;
    Row::first(&rows).map(|row| row.integer("user_id")).transpose()
}

/// Links the person to an account: a new person gets an account, and a person who comes by an organization's provider becomes
/// its member, which its log records. Gives the account's number.
pub(in crate::sign_in) async fn link(
    transaction: &mut Transaction,
    accounts: &NewAccounts,
    provider: &Provider,
    person: &ProviderPerson,
    known: Option<i64>,
    from: &SignInFrom,
    now: Timestamp,
) -> Result<i64, ProviderError> {
    // The provider was asked meanwhile, which may have taken seconds.
    if let Admits::Domain { organization_id, domain } = &provider.admits
        && !is_in_use(transaction, provider, *organization_id, domain).await?
    {
        return Err(ProviderError::Unknown { provider: provider.key.clone() });
    }
    let user_id = match known {
        Some(user_id) => user_id,
        None => make(transaction, accounts, provider, person, now).await?,
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
    if let Admits::Domain { organization_id, .. } = provider.admits
        && join(transaction, organization_id, user_id, Role::Member, now).await?
    {
        let target = Target { kind: "member", id: user_id.to_string(), organization_id: Some(organization_id) };
        let details = json!({ "role": Role::Member.name(), "by": provider.key });
        let author = Author::signing_in(from, Some(user_id));
        author.record_of(transaction, "member.joined", target, None, details, now).await?;
    }
    Ok(user_id)
}

/// Checks that the organization's provider is still the one that was asked, and still lets people of the domain in. Changes of
/// the organization wait until the transaction ends.
async fn is_in_use(
    transaction: &mut Transaction,
    provider: &Provider,
    organization_id: i64,
    domain: &str,
) -> Result<bool, AppStoreError> {
    transaction.lock_tenant(Tenant::organization(organization_id), true).await?;
    let sql = format!("{IN_USE} AND organizations.id = $1 AND organizations.email_domain = $2 AND sign_on.issuer = $3");
    let values = [Value::Int64(organization_id), Value::Text(domain.to_owned()), Value::Text(provider.issuer.clone())];
    Ok(transaction.query(&sql, &values).await?.row_count > 0)
}

/// An account without a password, with its personal organization.
async fn make(
    transaction: &mut Transaction,
    accounts: &NewAccounts,
    provider: &Provider,
    person: &ProviderPerson,
    now: Timestamp,
) -> Result<i64, ProviderError> {
    let before_at = person.email.split('@').next().unwrap_or(&person.email);
    let name = person.name.as_deref().unwrap_or(before_at);
    match insert_user(transaction, accounts, &person.email, name, None, now).await {
        Ok(made) => Ok(made.user_id),
        Err(IdentityError::EmailTaken { .. }) => Err(ProviderError::MadeMeanwhile { provider: provider.key.clone() }),
        Err(error) => Err(error.into()),
    }
}

fn identity(provider: &Provider, person: &ProviderPerson) -> [Value; 3] {
    [&provider.key, &person.issuer, &person.subject].map(|text| Value::Text(text.clone()))
}
