//! The room that a component has for the rows of its own tables.
//!
//! Always true: what a transaction has added is measured, as the engine keeps it, before it lasts, so nothing that a statement makes
//! of small values escapes; a component that is over its quota inserts and updates nothing more, and may delete.

use crate::capabilities::StatementFailure;
use quarry_stores::app::{AppStore, AppStoreDialect, AppStoreError, OwnNames, Transaction};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after which a figure is measured again, where it would refuse something.
const MEASURED_FOR: Duration = Duration::from_secs(60);

/// The tables of one component, and the last figure of their bytes.
#[derive(Debug)]
pub(super) struct TableRoom {
    own: OwnNames,
    used: Mutex<Used>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Used {
    bytes: u64,
    /// None until it was measured.
    measured_at: Option<Instant>,
    /// Something was refused since.
    is_doubtful: bool,
}

impl TableRoom {
    pub(super) fn of(component: &str) -> TableRoom {
        TableRoom { own: OwnNames::of(component), used: Mutex::default() }
    }

    /// Measures the tables where that was not done yet, or where the last figure is old and would refuse something.
    pub(super) async fn measure(&self, store: &AppStore, limit: u64, now: Instant) -> Result<(), AppStoreError> {
        let used = self.used();
        let is_old = used.measured_at.is_none_or(|at| now.saturating_duration_since(at) >= MEASURED_FOR);
        if used.measured_at.is_none() || is_old && (used.is_doubtful || used.bytes >= limit) {
            let bytes = store.table_bytes(&self.own).await?;
            self.change(|used| *used = Used { bytes, measured_at: Some(now), is_doubtful: false });
        }
        Ok(())
    }

    /// The number with which [`TableRoom::check_growth`] compares.
    pub(super) async fn before(&self, transaction: &mut Transaction) -> Result<u64, AppStoreError> {
        transaction.bytes_so_far(&self.own).await
    }

    /// Refuses to insert or update in tables that are full.
    pub(super) fn check(&self, component: &str, limit: u64) -> Result<(), StatementFailure> {
        let used = self.used().bytes;
        if used >= limit { Err(full(component, limit, used)) } else { Ok(()) }
    }

    /// Measures what a transaction would leave, and refuses growth past the quota: it is to be dropped then.
    pub(super) async fn check_growth(
        &self,
        transaction: &mut Transaction,
        before: u64,
        (component, limit): (&str, u64),
    ) -> Result<Result<(), StatementFailure>, AppStoreError> {
        let after = transaction.bytes_so_far(&self.own).await?;
        let used = match transaction.dialect() {
            AppStoreDialect::Sqlite => match (self.used().bytes + after).saturating_sub(before) {
                // The file has grown by rows of other tables too, that the component was given or adopted.
                over if after > before && over > limit => transaction.table_bytes(&self.own).await?,
                within => within,
            },
            AppStoreDialect::Postgres => after,
        };
        if after > before && used > limit {
            self.change(|known| known.is_doubtful = true);
            return Ok(Err(full(component, limit, used)));
        }
        self.change(|known| known.bytes = used);
        Ok(Ok(()))
    }

    fn used(&self) -> Used {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Used)) {
        change(&mut self.used.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

fn full(component: &str, limit: u64, used: u64) -> StatementFailure {
    StatementFailure::LimitExceeded(format!(
        "The tables of the component {component} would have {used} bytes, and {limit} are the most (table_bytes): rows have to go \
         before others come, or the deployment gives it more."
    ))
}
