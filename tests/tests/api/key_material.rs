//! Keys for one test: minted straight into the store of a server, with a budget of their own.

use jiff::Timestamp;
use quarry::contract::Scope;
use quarry::identity::{Environment, Keys, NewKey, NewUser, Passwords, Users};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use std::sync::atomic::{AtomicU32, Ordering};

/// The properties of a test's key.
pub(crate) struct Wanted<'a> {
    pub(crate) requests_per_hour: u64,
    pub(crate) scope: Scope,
    /// Networks, with commas between them; empty for any.
    pub(crate) allow: &'a str,
    pub(crate) revoked: bool,
    pub(crate) api_access: bool,
}

impl Default for Wanted<'_> {
    fn default() -> Self {
        Wanted { requests_per_hour: 100, scope: Scope::Read, allow: "", revoked: false, api_access: true }
    }
}

/// Mints it in an organization of its own.
pub(crate) fn mint(server: &Server, wanted: &Wanted<'_>) -> String {
    server.in_app_store(async |store| mint_in(store, wanted).await).expect("the key is minted")
}

async fn mint_in(store: AppStore, wanted: &Wanted<'_>) -> anyhow::Result<String> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let email = format!("key-{}-{}@example.org", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let new = NewUser { email, name: "Key House".to_owned(), password: None };
    let created = Users::new(store.clone(), Passwords::default()).create_user(new, Timestamp::now()).await?;
    let budget = wanted.requests_per_hour.to_string();
    for (name, value) in [("api_access", wanted.api_access.to_string()), ("api_requests_per_hour", budget)] {
        let sql = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at)
                   VALUES ($1, $2, $3, 'test', 0)";
        let values = [Value::Int64(created.organization_id), Value::Text(name.to_owned()), Value::Text(value)];
        store.execute(sql, &values).await?;
    }
    let networks = wanted.allow.split(',').filter(|network| !network.is_empty());
    let keys = Keys::new(store.clone(), Environment::Sandbox);
    let new = NewKey {
        organization_id: created.organization_id,
        user_id: created.user_id,
        name: "test".to_owned(),
        scopes: vec![wanted.scope],
        ip_allow_list: networks.map(str::parse).collect::<Result<_, _>>()?,
        expires_at: None,
    };
    let (record, secret) = keys.mint(new, Timestamp::now()).await?;
    if wanted.revoked {
        keys.revoke(record.id, Timestamp::now()).await?;
    }
    Ok(secret.expose().to_owned())
}
