//! SQLite's log is small again after a burst.

use crate::app_store_support::fresh_sqlite;
use anyhow::Result;
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use std::path::Path;

const MEBIBYTE: u64 = 1 << 20;
const MOST: u64 = 4 * MEBIBYTE;

fn log_size(folder: &Path) -> u64 {
    std::fs::metadata(folder.join("app.sqlite3-wal")).map_or(0, |file| file.len())
}

/// Writes so many mebibytes in one transaction, which no checkpoint interrupts.
async fn burst(store: &AppStore, mebibytes: usize) -> Result<()> {
    let mut transaction = store.begin().await?;
    for _ in 0..mebibytes {
        let bytes = Value::Bytes(vec![7; usize::try_from(MEBIBYTE)?]);
        transaction.execute("INSERT INTO burst (bytes) VALUES ($1)", &[bytes]).await?;
    }
    Ok(transaction.commit().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_small_after_a_burst() -> Result<()> {
    let fresh = fresh_sqlite().await?;
    let store = &fresh.store;
    store.execute("CREATE TABLE burst (bytes BLOB NOT NULL)", &[]).await?;
    assert!(!store.cut_log().await?, "a small log is left alone");
    burst(store, 24).await?;
    assert!(log_size(&fresh.folder) > 20 * MEBIBYTE);
    // Somebody writes on: the log begins anew, and is cut.
    for _ in 0..3 {
        burst(store, 1).await?;
    }
    assert!(log_size(&fresh.folder) <= MOST + 2 * MEBIBYTE, "{} bytes after further writes", log_size(&fresh.folder));
    // Nobody does.
    burst(store, 24).await?;
    assert!(log_size(&fresh.folder) > 20 * MEBIBYTE);
    assert!(store.cut_log().await?);
    assert_eq!(log_size(&fresh.folder), 0);
    Ok(())
}
