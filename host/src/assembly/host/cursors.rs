//! Starts: the keys that cursors are signed with.

use crate::assembly::OpenStores;
use crate::assembly::host::error::HostError;
use jiff::Timestamp;
use quarry_edge::cursor::{CursorKey, CursorKeys};

/// The cursor keys that all hosts of the deployment share, the newest to sign with.
pub(super) async fn cursor_keys(stores: &OpenStores) -> Result<CursorKeys, HostError> {
    let secrets = stores.app.deployment_secrets("cursor", Timestamp::now()).await.map_err(HostError::Secrets)?;
    let mut keys = secrets.iter().map(CursorKey::new);
    let current = keys.next().ok_or(HostError::NoCursorKey)?;
    Ok(CursorKeys { current, previous: keys.collect() })
}
