//! Transactions of components while others wait to write: nobody's write fails because a third party's component holds SQLite's one
//! writer, and a family of the service is not interrupted.

use crate::app_store_support::fresh_stores;
use anyhow::{Context, Result};
use quarry::capabilities::{Call, Capabilities, Given, StatementFailure, Stores, Transaction};
use quarry::contract::{Caller, Grant, Manifest};
use quarry::stores::app::{AppStore, AppStoreDialect, AppStoreError, WriteFlow};
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// Longer than others wait for all transactions of a component together.
const LONGER_THAN_PATIENCE: Duration = Duration::from_millis(700);

/// A call of a component that may write.
fn call(store: &AppStore, is_first_party: bool) -> Result<Call> {
    let mut grants = vec![Grant::AppStore];
    if is_first_party {
        grants.push(Grant::FirstParty);
    }
    let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
    let manifest = Manifest { name: "evil".to_owned(), version: "1.0.0".to_owned(), grants, ..Manifest::default() };
    let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
    let stores = Arc::new(Stores::new(store.clone(), warehouse));
    let capabilities = Arc::new(Capabilities::new(&manifest, &given, stores)?);
    let ends = Instant::now() + Duration::from_secs(30);
    Ok(Call::new(capabilities, Caller::Nobody, None, Arc::from("request"), ends))
}

async fn begun(call: &mut Call) -> Result<Transaction> {
    let begun = WriteFlow::Component("evil".into()).scope(call.begin()).await;
    begun.map_err(|failure| anyhow::anyhow!("{failure:?}"))
}

/// A write of the host that waits for its turn.
fn write_of_another(store: &AppStore) -> JoinHandle<Result<u64, AppStoreError>> {
    let store = store.clone();
    tokio::spawn(async move { store.execute("UPDATE organizations SET name = 'other' WHERE id = -1", &[]).await })
}

#[tokio::test(flavor = "multi_thread")]
async fn another_ones_write_is_made_though_a_strangers_transaction_is_never_ended() -> Result<()> {
    for fresh in fresh_stores().await? {
        let mut call = call(&fresh.store, false)?;
        let transaction = begun(&mut call).await?;
        // The transaction is still there, and nobody has ended it.
        write_of_another(&fresh.store).await?.context("the write of another is made")?;
        let ended = call.commit(transaction).await;
        match fresh.store.dialect() {
            AppStoreDialect::Sqlite => assert!(
                matches!(&ended, Err(StatementFailure::DeadlineExceeded(sentence)) if sentence.contains("Others waited to write")),
                "its author is told why: {ended:?}"
            ),
            // Everybody writes at once.
            AppStoreDialect::Postgres => assert_eq!(ended, Ok(())),
        }
        // It may begin again.
        let transaction = begun(&mut call).await?;
        assert_eq!(call.commit(transaction).await, Ok(()));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_family_of_the_service_ends_what_it_began_whoever_waits() -> Result<()> {
    for fresh in fresh_stores().await? {
        let mut call = call(&fresh.store, true)?;
        let transaction = begun(&mut call).await?;
        let other = write_of_another(&fresh.store);
        tokio::time::sleep(LONGER_THAN_PATIENCE).await;
        assert_eq!(call.commit(transaction).await, Ok(()));
        other.await?.context("it waited")?;
    }
    Ok(())
}
