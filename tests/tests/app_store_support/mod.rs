//! A fresh, migrated app store of each engine: SQLite in a temporary file, PostgreSQL in a schema of its own.

use quarry::stores::app::AppStore;
use quarry_tests::postgres;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A store of its own, and its folder, which goes with it.
pub(crate) struct Fresh {
    pub(crate) store: AppStore,
    pub(crate) folder: PathBuf,
}

impl Drop for Fresh {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// One store of each engine.
pub(crate) async fn fresh_stores() -> anyhow::Result<Vec<Fresh>> {
    Ok(vec![fresh(None).await?, fresh(Some(&postgres::server_url()?)).await?])
}

/// One store on SQLite.
#[allow(dead_code, reason = "not every program of tests that includes this file asks for one engine alone")]
pub(crate) async fn fresh_sqlite() -> anyhow::Result<Fresh> {
    fresh(None).await
}

async fn fresh(postgres: Option<&str>) -> anyhow::Result<Fresh> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let started = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let name = format!("quarry_test_{}_{}_{started}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(&name);
    std::fs::create_dir_all(&folder)?;
    let url = match postgres {
        None => format!("sqlite://{}/app.sqlite3", folder.display()),
        Some(url) => {
            let server = AppStore::open(url).await?;
            server.execute(&format!("CREATE SCHEMA {name}"), &[]).await?;
            server.close().await;
            let separator = if url.contains('?') { '&' } else { '?' };
            format!("{url}{separator}options=-c%20search_path%3D{name}")
        }
    };
    let store = AppStore::open(&url).await?;
    store.migrate().await?;
    Ok(Fresh { store, folder })
}
