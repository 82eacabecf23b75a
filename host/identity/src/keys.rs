//! API keys: minting, listing, revoking, and confirming the one that a request brings.

use crate::confirmed_cache::ConfirmedCache;
use crate::key_record::KEY_COLUMNS;
use crate::key_state::KeyState;
use crate::users::valid_name;
use crate::{ApiKey, Environment, IdentityError, KeyRecord, KeyRejection, NewKey};
use jiff::Timestamp;
use moka::future::Cache;
use quarry_contract::{KeyCaller, Secret};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The time that a request waits to have its key confirmed.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(3);
/// The most keys that a list shows.
const MAX_LISTED: i64 = 1000;
/// Entries of an address allow list.
const MAX_ALLOW_LIST: usize = 100;
/// The use of a key is noted so often by each host.
const USE_NOTED_EVERY: Duration = Duration::from_secs(60);
/// Keys whose use a host remembers to have noted. A key beyond them is noted once a second.
const MAX_NOTED: u64 = 100_000;

/// The keys of a deployment. A clone shares the cache.
#[derive(Clone)]
pub struct Keys {
    store: AppStore,
    environment: Environment,
    cache: ConfirmedCache<KeyState>,
    /// The ids of the keys whose use was noted within the last minute.
    noted: Cache<i64, ()>,
}

impl Keys {
    pub fn new(store: AppStore, environment: Environment) -> Keys {
        let noted = Cache::builder().max_capacity(MAX_NOTED).time_to_live(USE_NOTED_EVERY).build();
        Keys { store, environment, cache: ConfirmedCache::new(), noted }
    }

    /// The environment of this deployment, which every key it mints belongs to.
    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// Mints a key for an active member of the organization. The secret is given here and never again.
    pub async fn mint(&self, new: NewKey, now: Timestamp) -> Result<(KeyRecord, Secret), IdentityError> {
        let mut transaction = self.store.begin().await?;
        let minted = insert_key(&mut transaction, self.environment, &new, now).await?;
        transaction.commit().await?;
        Ok(minted)
    }

    /// The keys of an organization, revoked ones included, newest first.
    pub async fn list(&self, organization_id: i64) -> Result<Vec<KeyRecord>, AppStoreError> {
        let sql = format!("SELECT {KEY_COLUMNS} FROM api_keys WHERE organization_id = $1 ORDER BY id DESC LIMIT $2");
        let rows = self.store.query(&sql, &[Value::Int64(organization_id), Value::Int64(MAX_LISTED)]).await?;
        Row::all(&rows).map(|row| KeyRecord::read(&row)).collect()
    }

    /// Revokes a key; tells whether there was one that was not revoked yet. It stops here at once and on every other
    /// host within a second.
    pub async fn revoke(&self, key_id: i64, now: Timestamp) -> Result<bool, AppStoreError> {
        let revoked = self
            .store
            .execute(
                "UPDATE api_keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
                &[Value::Timestamp(now.as_microsecond()), Value::Int64(key_id)],
            )
            .await?;
        self.cache.forget();
        Ok(revoked > 0)
    }

    /// Makes this host ask the store again for every key: what the caller changed is felt here at once.
    pub fn forget_confirmed(&self) {
        self.cache.forget();
    }

    /// Gives the caller behind the key that a client at `client_ip` presented, or the reason why the key is refused.
    ///
    /// The answer was true within the last second. When the store cannot confirm the key, it is refused.
    pub async fn authenticate(
        &self,
        presented: &str,
        client_ip: IpAddr,
        now: Timestamp,
    ) -> Result<Arc<KeyCaller>, KeyRejection> {
        let key = ApiKey::parse(presented).map_err(|_| KeyRejection::Malformed)?;
        if key.environment() != self.environment {
            return Err(KeyRejection::OtherEnvironment { belongs_to: key.environment() });
        }
        let hash = key.hash();
        let state = match self.cache.young(&hash).await {
            Some(state) => state,
            // On the heap: the future of a lookup is large, and most requests need none.
            None => Box::pin(self.look_up(hash, now)).await.map_err(KeyRejection::StoreUnavailable)?,
        };
        match state {
            Some(state) => {
                let caller = state.decide(self.environment, client_ip, now)?;
                if let Some(key_id) = state.unnoted_use() {
                    self.note_use(key_id, now).await;
                }
                Ok(caller)
            }
            None => Err(KeyRejection::Unknown),
        }
    }

    /// Writes down that the key was used, beside the request: neither does it wait, nor does it fail when the store does.
    async fn note_use(&self, key_id: i64, now: Timestamp) {
        if self.noted.get(&key_id).await.is_some() {
            return;
        }
        self.noted.insert(key_id, ()).await;
        let store = self.store.clone();
        tokio::spawn(async move {
            let sql = "UPDATE api_keys SET last_used_at = $1 WHERE id = $2
                       AND (last_used_at IS NULL OR last_used_at < $1)";
            let values = [Value::Timestamp(now.as_microsecond()), Value::Int64(key_id)];
            if let Err(error) = store.execute(sql, &values).await {
                tracing::warn!(%error, key_id, "the use of a key was not noted");
            }
        });
    }

    async fn look_up(&self, hash: [u8; 32], now: Timestamp) -> Result<Option<Arc<KeyState>>, Arc<AppStoreError>> {
        let lookup = self.cache.get(hash, || KeyState::load(&self.store, &hash, now));
        match tokio::time::timeout(CONFIRM_TIMEOUT, lookup).await {
            Ok(found) => found,
            Err(_) => Err(Arc::new(AppStoreError::deadline(CONFIRM_TIMEOUT))),
        }
    }
}

/// Mints a key with a transaction.
pub(super) async fn insert_key(
    transaction: &mut Transaction,
    environment: Environment,
    new: &NewKey,
    now: Timestamp,
) -> Result<(KeyRecord, Secret), IdentityError> {
    let name = valid_name(&new.name)?;
    if new.scopes.is_empty() {
        return Err(IdentityError::NoScope);
    }
    if let Some(expires_at) = new.expires_at.filter(|expires_at| *expires_at <= now) {
        return Err(IdentityError::ExpiredAlready { expires_at });
    }
    if new.ip_allow_list.len() > MAX_ALLOW_LIST {
        return Err(IdentityError::AllowListTooLong { entries: new.ip_allow_list.len(), limit: MAX_ALLOW_LIST });
    }
    let key = ApiKey::generate(environment);
    let scopes: Vec<&str> = new.scopes.iter().map(|scope| scope.name()).collect();
    let networks: Vec<String> = new.ip_allow_list.iter().map(ToString::to_string).collect();
    let allow_list =
        if networks.is_empty() { Value::Null } else { Value::Text(serde_json::Value::from(networks).to_string()) };
    let sql = format!(
        "INSERT INTO api_keys (organization_id, user_id, name, hint, hash, scopes, ip_allow_list, environment,
                               created_at, expires_at)
         SELECT memberships.organization_id, memberships.user_id, CAST($3 AS TEXT), CAST($4 AS TEXT), $5,
                CAST($6 AS TEXT), CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS BIGINT), CAST($10 AS BIGINT)
         FROM memberships JOIN users ON users.id = memberships.user_id AND users.disabled_at IS NULL
         WHERE memberships.organization_id = $1 AND memberships.user_id = $2
         RETURNING {}",
        KEY_COLUMNS.replace("api_keys.", "")
    );
    let rows = transaction
        .query(
            &sql,
            &[
                Value::Int64(new.organization_id),
                Value::Int64(new.user_id),
                Value::Text(name),
                Value::Text(key.hint().to_owned()),
                Value::Bytes(key.hash().to_vec()),
                Value::Text(scopes.join(" ")),
                allow_list,
                Value::Text(environment.name().to_owned()),
                Value::Timestamp(now.as_microsecond()),
                new.expires_at.map_or(Value::Null, |time| Value::Timestamp(time.as_microsecond())),
            ],
        )
        .await?;
    let row = Row::first(&rows)
        .ok_or(IdentityError::NotAMember { organization_id: new.organization_id, user_id: new.user_id })?;
    Ok((KeyRecord::read(&row)?, key.into_secret()))
}
