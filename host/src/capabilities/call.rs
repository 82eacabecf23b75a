//! One call of a component: who asks, how much is left, and the statements it runs.

use crate::capabilities::objects::ObjectShare;
use crate::capabilities::{Capabilities, StatementFailure, StreamOpening};
use crate::contract::{Caller, Grant, PageRequest, Store};
use crate::identity::Entitlements;
use crate::stores::result_set::{ResultSet, Value};
use crate::stores::warehouse::QuerySettings;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Rows of a statement, held for a guest that has only a handle to them.
#[derive(Debug)]
pub struct Rows {
    pub set: ResultSet,
    /// The columns of the statement's `after(…)`; empty when it does not page.
    pub after: Vec<String>,
}

/// The state of one call.
pub struct Call {
    pub(super) capabilities: Arc<Capabilities>,
    pub(super) caller: Caller,
    pub(super) page: Option<PageRequest>,
    pub(super) request_id: Arc<str>,
    pub(super) deadline: Instant,
    pub(super) log_lines_left: u32,
    statements_left: u32,
    /// The store that is being asked; stays when the asking is dropped halfway.
    asks: Option<Store>,
    pub(super) objects: ObjectShare,
    pub(super) stream: Option<StreamOpening>,
}

/// Rows and memory of one warehouse statement; a page is 500 rows and one, a series can be longer.
const MAX_WAREHOUSE_ROWS: u64 = 50_000;
const MAX_WAREHOUSE_MEMORY_BYTES: u64 = 1 << 30;

impl Call {
    pub fn new(
        capabilities: Arc<Capabilities>,
        caller: Caller,
        page: Option<PageRequest>,
        request_id: Arc<str>,
        deadline: Instant,
    ) -> Call {
        Call {
            capabilities,
            caller,
            page,
            request_id,
            deadline,
            log_lines_left: 100,
            statements_left: 50,
            asks: None,
            objects: ObjectShare::new(),
            stream: None,
        }
    }

    /// Sets how many log lines and statements the call may have.
    pub fn with_shares(mut self, log_lines: u32, statements: u32) -> Call {
        self.log_lines_left = log_lines;
        self.statements_left = statements;
        self
    }

    /// What is in force for the caller, for a component that was granted `identity`.
    pub fn entitlements(&self) -> Option<(i64, &str, &str, &Arc<Entitlements>)> {
        if !self.capabilities.has(Grant::Identity) {
            return None;
        }
        match &self.caller {
            Caller::Nobody => None,
            Caller::Key(key) => {
                Some((key.organization_id, &key.organization_name, &key.organization_kind, &key.entitlements))
            }
        }
    }

    /// Runs a declared statement of `store`.
    pub async fn query(
        &mut self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Rows, StatementFailure> {
        self.asks = Some(store);
        let answer = self.ask(store, name, bindings).await;
        self.asks = None;
        answer
    }

    /// The store whose answer the call waited for when it was given up.
    pub fn waits_for(&self) -> Option<Store> {
        self.asks
    }

    async fn ask(
        &mut self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Rows, StatementFailure> {
        let capabilities = self.capabilities.clone();
        let grant = match store {
            Store::Warehouse => Grant::Warehouse,
            Store::AppStore => Grant::AppStore,
        };
        if !capabilities.has(grant) {
            return Err(StatementFailure::Rejected(format!(
                "the component was not granted {}: it stands in its manifest, and the deployment gives it in components.grants",
                grant.name()
            )));
        }
        self.statements_left = self.statements_left.checked_sub(1).ok_or_else(|| {
            StatementFailure::LimitExceeded(
                "The component ran more statements than one request may (statements).".to_owned(),
            )
        })?;
        let remaining = self.remaining()?;
        let prepared = capabilities.statements().prepare(store, name, bindings, &self.caller, self.page.as_ref())?;
        let component = capabilities.component();
        let set = match store {
            Store::Warehouse => {
                let settings = QuerySettings {
                    deadline: remaining,
                    max_rows: MAX_WAREHOUSE_ROWS,
                    max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES,
                    readonly: true,
                };
                let warehouse = &capabilities.stores().warehouse;
                let asking = warehouse.query(&prepared.sql, &prepared.named, settings);
                let answer =
                    asking.instrument(tracing::info_span!("statement", store = "warehouse", statement = name)).await;
                answer.map_err(|error| StatementFailure::from_warehouse(component, name, &error))?.rows
            }
            Store::AppStore => {
                let rows =
                    tokio::time::timeout(remaining, capabilities.stores().app.query(&prepared.sql, &prepared.numbered));
                let span = tracing::info_span!("statement", store = "app-store", statement = name);
                match rows.instrument(span).await {
                    Ok(rows) => rows.map_err(|error| StatementFailure::from_app_store(component, name, &error))?,
                    Err(_) => return Err(deadline_exceeded()),
                }
            }
        };
        Ok(Rows { set, after: prepared.after })
    }

    /// What is left of the request's time.
    fn remaining(&self) -> Result<Duration, StatementFailure> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() { Err(deadline_exceeded()) } else { Ok(remaining) }
    }
}

fn deadline_exceeded() -> StatementFailure {
    StatementFailure::DeadlineExceeded("The time of the request is over; ask for less, or try again.".to_owned())
}
