//! A second host, on PostgreSQL: that of `DATABASE_URL`, or a throw-away cluster, which does not sync its disk.

use crate::host;
use crate::serve::{self, Process};
use anyhow::Result;
use quarry::stores::app::AppStore;
use std::path::Path;

pub(crate) const MODE: &str = "host-postgres";

/// Starts it on a schema of its own, which goes first where an earlier run left it.
pub(crate) async fn start(folder: &Path) -> Result<Process> {
    let server = quarry_tests::postgres::server_url()?;
    let store = AppStore::open(&server).await?;
    store.execute("DROP SCHEMA IF EXISTS quarry_bench CASCADE", &[]).await?;
    store.execute("CREATE SCHEMA quarry_bench", &[]).await?;
    store.close().await;
    let separator = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{separator}options=-c%20search_path%3Dquarry_bench");
    serve::start_with(MODE, folder, &[(host::APP_STORE, url)])
}
