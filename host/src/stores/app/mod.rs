//! stub
use crate::stores::result_set::{ResultSet, Value};
#[derive(Clone)] pub struct AppStore;
#[derive(Debug, thiserror::Error)] pub enum AppStoreError { #[error("x")] DeadlineExceeded { a: u8 }, #[error("y")] Other }
impl AppStoreError { pub fn is_unavailable(&self) -> bool { false } }
impl AppStore {
    pub async fn query(&self, _: &str, _: &[Value]) -> Result<ResultSet, AppStoreError> { Err(AppStoreError::Other) }
    pub async fn execute(&self, _: &str, _: &[Value]) -> Result<u64, AppStoreError> { Err(AppStoreError::Other) }
}
impl AppStore { pub async fn open(_: &str) -> Result<AppStore, AppStoreError> { Ok(AppStore) } pub async fn migrate(&self) -> Result<(), AppStoreError> { Ok(()) } pub async fn close(&self) {} }
