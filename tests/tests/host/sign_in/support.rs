//! A deployment's people on a fresh store, and a browser's place.

use crate::app_store_support::Fresh;
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::contract::Secret;
use quarry::identity::{
    AccountHolder, AskedThrough, Credentials, Letters, NewOrganization, NewSession, NewUser, OpaqueToken,
    OrganizationKind, Passwords, SessionSettings, Sessions, SignIn, SignInError, SignInFrom, Users,
};
use quarry::secrets::SecretKeys;
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use serde_json::Value as Json;

pub(crate) const EMAIL: &str = "Ada@Example.org";
pub(crate) const PASSWORD: &str = "marble ostrich trumpet 71";
pub(crate) const SETTINGS: SessionSettings = SessionSettings {
    idle: SignedDuration::from_hours(2),
    longest: SignedDuration::from_hours(24 * 30),
    refresh: SignedDuration::from_hours(24 * 14),
};

/// One host of a deployment.
pub(crate) async fn host(store: &AppStore) -> Result<SignIn> {
    let sessions = Sessions::open(store.clone(), SETTINGS, Timestamp::now()).await?;
    let letters = Letters::new(Some("https://quarry.example/".to_owned()));
    Ok(SignIn::new(store.clone(), Passwords::default(), sessions, letters, secret_keys()))
}

/// The keys of the deployment, the same on all of its hosts.
pub(crate) fn secret_keys() -> SecretKeys {
    SecretKeys::new(vec![[7; 32]])
}

/// Gives the person who is signed in with that session, as they change their account.
pub(crate) async fn holder(host: &SignIn, session: &NewSession, now: Timestamp) -> Result<AccountHolder> {
    let found = host.sessions().find(&session.token, now).await?;
    let found = found.ok_or_else(|| anyhow::anyhow!("the session has ended"))?;
    let here = here();
    let asked = AskedThrough { component: "account".to_owned(), request_id: here.request_id, address: here.address };
    Ok(AccountHolder::of(&found, asked)?)
}

/// The audit log: action, who did it, target, what it says.
pub(crate) async fn audit_log(store: &AppStore) -> Result<Vec<(String, Option<i64>, String, Json)>> {
    let sql = "SELECT action, actor_user_id, target_type, target_id, after FROM audit_entries ORDER BY id LIMIT 100";
    let rows = store.query(sql, &[]).await?;
    let entry = |row: Row<'_>| {
        let target = format!("{} {}", row.text("target_type")?, row.text("target_id")?);
        let after = serde_json::from_str(&row.text("after")?)?;
        Ok((row.text("action")?, row.optional_integer("actor_user_id")?, target, after))
    };
    Row::all(&rows).map(entry).collect()
}

/// A host, with Ada, who has a password, in an institution.
pub(crate) async fn host_with_ada(fresh: &Fresh) -> Result<(SignIn, i64, i64)> {
    let users = Users::new(fresh.store.clone(), Passwords::default());
    let password = Some(Secret::new(PASSWORD));
    let now = Timestamp::now();
    let ada = users.create_user(NewUser { email: EMAIL.to_owned(), name: "Ada".to_owned(), password }, now).await?;
    let institution = NewOrganization {
        name: "Engines".to_owned(),
        kind: OrganizationKind::Institution,
        plan_key: "team".to_owned(),
    };
    let organization_id = users.create_organization(&institution, ada.user_id, now).await?;
    Ok((host(&fresh.store).await?, ada.user_id, organization_id))
}

pub(crate) fn here() -> SignInFrom {
    from("192.0.2.7")
}

pub(crate) fn from(address: &str) -> SignInFrom {
    SignInFrom {
        address: address.parse().expect("an address"),
        client: "quarry-web".to_owned(),
        user_agent: "Test/1".to_owned(),
        request_id: "request-1".into(),
    }
}

pub(crate) fn credentials(email: &str, password: &str) -> Credentials {
    Credentials { email: email.to_owned(), password: Secret::new(password), otp: None }
}

pub(crate) async fn sign_in(host: &SignIn, now: Timestamp) -> Result<NewSession, SignInError> {
    host.with_password(credentials(EMAIL, PASSWORD), &here(), now).await
}

/// Tells that a cookie is good, as the store has it now.
pub(crate) async fn is_good(host: &SignIn, token: &OpaqueToken, now: Timestamp) -> Result<bool> {
    host.sessions().forget_confirmed();
    Ok(host.sessions().find(token, now).await?.is_some())
}

/// The letters that wait to be sent, as JSON.
pub(crate) async fn letters(store: &AppStore) -> Result<Vec<Json>> {
    let sql = "SELECT arguments FROM jobs WHERE name = 'deliver_mail' ORDER BY id LIMIT 100";
    let rows = store.query(sql, &[]).await?;
    Row::all(&rows).map(|row| Ok(serde_json::from_str(&row.text("arguments")?)?)).collect()
}

/// The token in the newest letter.
pub(crate) async fn mailed_token(store: &AppStore) -> Result<OpaqueToken> {
    let letters = letters(store).await?;
    let text = letters.last().and_then(|letter| letter["text"].as_str()).unwrap_or_default();
    let token = text.split_once('=').map(|(_, rest)| rest.split_whitespace().next().unwrap_or_default());
    OpaqueToken::parse(token.unwrap_or_default()).ok_or_else(|| anyhow::anyhow!("no token in {text}"))
}

/// Gives everything that a table holds, in one text: the part that a reader of the store can see.
pub(crate) async fn dump(store: &AppStore, table: &str) -> Result<String> {
    let rows = store.query(&format!("SELECT * FROM {table} LIMIT 1000"), &[]).await?;
    let texts = rows.columns.iter().flat_map(|column| {
        (0..rows.row_count).map(|index| match column.value(index) {
            Value::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            value => format!("{value:?}"),
        })
    });
    Ok(texts.collect::<Vec<_>>().join("\n"))
}
