//! stub
#[derive(Debug, Clone)]
pub struct Entitlements { pub plan_key: String, pub plan_name: String, pub overridden: Vec<String> }
impl Entitlements {
    pub fn allowances(&self) -> impl Iterator<Item = (&'static str, Option<u64>)> { [("a", None)].into_iter() }
    pub fn features(&self) -> impl Iterator<Item = (&'static str, bool)> { [("a", true)].into_iter() }
}
use crate::stores::app::*; use crate::contract::*; use std::sync::Arc;
#[derive(Clone, Copy)] pub enum Environment { Production, Sandbox }
pub struct Keys; impl Keys { pub fn new(_: AppStore, _: Environment) -> Keys { Keys } pub async fn authenticate(&self, _: &str, _: std::net::IpAddr, _: jiff::Timestamp) -> Result<Arc<KeyCaller>, KeyRejection> { Err(KeyRejection) } }
pub struct KeyRejection; impl From<KeyRejection> for Problem { fn from(_: KeyRejection) -> Problem { Problem::not_found("") } }
pub struct DeploymentSecrets; impl DeploymentSecrets { pub fn new(_: AppStore) -> Self { DeploymentSecrets } pub async fn get(&self, _: &str) -> Result<[u8; 32], AppStoreError> { Ok([0; 32]) } }
pub struct Secret(String); impl Secret { pub fn expose(&self) -> &str { &self.0 } }
pub struct SampleAccess { pub read: Secret, pub full: Secret }
pub async fn seed_sample(_: &AppStore, _: &Keys, _: &std::path::Path) -> Result<SampleAccess, AppStoreError> { Err(AppStoreError::Other) }
