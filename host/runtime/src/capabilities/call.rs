//! One call of a component: who asks, how much is left, and the statements it runs.

use crate::capabilities::column_forms::shape;
use crate::capabilities::objects::ObjectShare;
use crate::capabilities::outbox::Shares;
use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::statements::Prepared;
use crate::capabilities::transaction::OpenFlag;
use crate::capabilities::usage::Usage;
use crate::capabilities::{
    Addresses, Capabilities, Rows, StatementFailure, StreamOpening, accounts, key_value, name_lookup, outbound_http,
    secrets,
};
use futures_util::future::BoxFuture;
use quarry_contract::{Browser, Caller, Grant, Guarded, PageRequest, Problem, Store};
use quarry_identity::jobs::RunningJob;
use quarry_stores::app::AppStoreError;
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::warehouse::QuerySettings;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::{Instrument, Span};

/// What a component has left of its time when a store or a server did not answer in the rest of it, at most.
const TIME_TO_ANSWER: Duration = Duration::from_millis(250);

/// The state of one call.
pub struct Call {
    pub(super) capabilities: Arc<Capabilities>,
    pub(super) caller: Caller,
    pub(super) page: Option<PageRequest>,
    pub(super) request_id: Arc<str>,
    pub(super) deadline: Instant,
    pub(super) log_lines_left: u32,
    statements_left: u32,
    /// Rows that one statement may give.
    pub(super) max_rows: u64,
    /// The last line that the guest logged while it was tried.
    pub(super) said: Option<String>,
    /// The store that is being asked; stays when the asking is dropped halfway, or leaves no time to answer with.
    asks: Option<Store>,
    pub(super) open_transaction: OpenFlag,
    pub(super) shares: Shares,
    /// Set within `run-job`.
    pub(super) running_job: Option<RunningJob>,
    pub(super) key_value_calls_left: u32,
    pub(super) outbound_calls_left: u32,
    /// Whether a server outside is being asked; stays when the asking is dropped halfway.
    pub(super) waits_for_outside: bool,
    pub(super) objects: ObjectShare,
    pub(super) name_calls_left: u32,
    pub(super) secret_calls_left: u32,
    pub(super) password_calls_left: u32,
    pub(super) account_calls_left: u32,
    pub(super) stream: Option<StreamOpening>,
    usage: Usage,
    /// On a route of the session interface; the guest sees nothing of it.
    pub(super) browser: Option<Arc<Browser>>,
    /// Whether the route asks for a staff permission.
    pub(super) is_on_staff_route: bool,
    /// What the route's guard found: in a transaction, as it stands there.
    pub(super) guarded: Option<Arc<Guarded>>,
    /// The names of the statements that the route may run; none where any of the component's may, in a job.
    pub(super) route_statements: Option<Arc<HashSet<String>>>,
    /// How the guard refused within a transaction, after it had let the request pass.
    pub(super) refusal: Option<Problem>,
}

/// What one call may have of what is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallShares {
    pub log_lines: u32,
    pub statements: u32,
    /// That one statement may give; a page is 500 rows and one, a series can be longer.
    pub rows: u64,
}

impl Default for CallShares {
    fn default() -> Self {
        CallShares { log_lines: 100, statements: 50, rows: 50_000 }
    }
}

/// Memory of one warehouse statement.
pub(super) const MAX_WAREHOUSE_MEMORY_BYTES: u64 = 1 << 30;

impl Call {
    pub fn new(
        capabilities: Arc<Capabilities>,
        caller: Caller,
        page: Option<PageRequest>,
        request_id: Arc<str>,
        deadline: Instant,
    ) -> Call {
        let shares = CallShares::default();
        Call {
            capabilities,
            caller,
            page,
            request_id,
            deadline,
            log_lines_left: shares.log_lines,
            statements_left: shares.statements,
            max_rows: shares.rows,
            said: None,
            asks: None,
            open_transaction: OpenFlag::default(),
            shares: Shares::default(),
            running_job: None,
            key_value_calls_left: key_value::CALLS_OF_A_REQUEST,
            outbound_calls_left: outbound_http::CALLS_OF_A_REQUEST,
            waits_for_outside: false,
            objects: ObjectShare::new(),
            name_calls_left: name_lookup::CALLS_OF_A_REQUEST,
            secret_calls_left: secrets::CALLS_OF_A_REQUEST,
            password_calls_left: secrets::PASSWORD_CALLS_OF_A_REQUEST,
            account_calls_left: accounts::CALLS_OF_A_REQUEST,
            stream: None,
            usage: Usage::default(),
            browser: None,
            is_on_staff_route: false,
            guarded: None,
            route_statements: None,
            refusal: None,
        }
    }

    /// Where the deployment is found.
    pub fn addresses(&self) -> &Addresses {
        &self.capabilities.stores().addresses
    }

    /// What it used so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Refuses more rows than a statement may give: the app store has one bound for all components.
    pub(super) fn check_rows(&self, set: &ResultSet) -> Result<(), StatementFailure> {
        if set.row_count as u64 > self.max_rows { Err(StatementFailure::too_many_rows()) } else { Ok(()) }
    }

    /// Counts rows that a statement gave.
    pub(super) fn gave_rows(&mut self, rows: usize, rows_read: u64) {
        self.usage.rows += rows as u64;
        self.usage.rows_read += rows_read;
    }

    /// Makes it the call of a job.
    pub fn within_job(mut self, job: RunningJob) -> Call {
        self.running_job = Some(job);
        self
    }

    /// Says what browser asks: a verb may change what it holds of the session.
    pub fn of_browser(mut self, browser: Option<Arc<Browser>>) -> Call {
        self.browser = browser;
        self
    }

    /// Says whether the route asks for a staff permission.
    pub fn on_staff_route(mut self, is_on_staff_route: bool) -> Call {
        self.is_on_staff_route = is_on_staff_route;
        self
    }

    /// Says what the route's guard found.
    pub fn guarded(mut self, guarded: Option<Arc<Guarded>>) -> Call {
        self.guarded = guarded;
        self
    }

    /// Says which statements the route may run.
    pub fn of_route_statements(mut self, statements: Arc<HashSet<String>>) -> Call {
        self.route_statements = Some(statements);
        self
    }

    /// How the guard refused within a transaction: the answer, whatever the component made of it.
    pub fn take_refusal(&mut self) -> Option<Problem> {
        self.refusal.take()
    }

    /// Whether it is for others than whoever asks: as a job, or on a route of staff.
    pub(super) fn acts_for_anybody(&self) -> bool {
        match self.caller {
            Caller::Job(_) => true,
            Caller::Person(_) => self.is_on_staff_route,
            Caller::Nobody | Caller::Key(_) => false,
        }
    }

    /// Sets what the call may have.
    pub fn with_shares(mut self, shares: CallShares) -> Call {
        self.log_lines_left = shares.log_lines;
        self.statements_left = shares.statements;
        self.max_rows = shares.rows;
        self
    }

    /// Whether rows are held against the schemas of the answers that they stand in.
    pub fn checks_answers(&self) -> bool {
        self.capabilities.checks_answers()
    }

    /// Notes what the host finds wrong, in the place of what the guest logged.
    pub fn note_finding(&mut self, finding: &str) {
        self.said = Some(finding.to_owned());
    }

    /// The last line that the guest logged, where the call is a trial.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Runs a declared statement of `store`.
    pub async fn query(
        &mut self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Rows, StatementFailure> {
        self.refuse_within_transaction("run a statement outside of it")?;
        if store == Store::AppStore && self.guarded.is_some() && !self.capabilities.statements().only_reads(name) {
            return self.write_guarded(name, bindings).await;
        }
        let prepared = self.prepare(store, name, bindings)?;
        let (capabilities, remaining) = (self.capabilities.clone(), prepared.time_within(self.remaining()?));
        // In a box: what waits for it is moved some times on its way, and it is thousands of bytes.
        let asking: BoxFuture<'_, _> = match store {
            Store::Warehouse => {
                Box::pin(ask_warehouse(&capabilities, name, prepared.sql(), &prepared, remaining, self.max_rows))
            }
            Store::AppStore => Box::pin(ask_app_store(&capabilities, name, &prepared, remaining)),
        };
        let (mut set, rows_read) = self.asking(store, asking).await?;
        self.check_rows(&set)?;
        shape(name, &mut set, prepared.formed.as_deref())?;
        self.gave_rows(set.row_count, rows_read);
        let statement = name.to_owned();
        Ok(Rows { statement, set, after: prepared.after, order: prepared.order, rows_read })
    }

    /// A write by itself is a transaction too, so that the guard holds for it.
    async fn write_guarded(&mut self, name: &str, bindings: Vec<(String, Value)>) -> Result<Rows, StatementFailure> {
        let mut transaction = Box::pin(self.begin()).await?;
        let rows = Box::pin(self.query_in(&mut transaction, name, bindings)).await?;
        Box::pin(self.commit(transaction)).await?;
        Ok(rows)
    }

    /// Awaits `work`, and remembers meanwhile which store is being asked.
    pub(super) async fn asking<T>(&mut self, store: Store, work: impl Future<Output = T>) -> T {
        self.asks = Some(store);
        let began = Instant::now();
        let answer = work.await;
        let ended = Instant::now();
        self.usage.store_time += ended - began;
        let left = self.deadline.saturating_duration_since(ended);
        let is_late = left <= TIME_TO_ANSWER && ended - began > left;
        if !is_late {
            self.asks = None;
        }
        answer
    }

    /// A statement of the queue of jobs, in the call's time.
    pub(super) async fn at_the_queue<T>(
        &mut self,
        work: impl Future<Output = Result<T, AppStoreError>>,
    ) -> Result<T, StatementFailure> {
        self.count_statement()?;
        let (remaining, capabilities) = (self.remaining()?, self.capabilities.clone());
        let work = tokio::time::timeout(remaining, work).instrument(host_call("jobs"));
        match self.asking(Store::AppStore, work).await {
            Ok(done) => {
                done.map_err(|error| StatementFailure::from_app_store(capabilities.component(), "jobs", &error))
            }
            Err(_) => Err(StatementFailure::app_store_deadline()),
        }
    }

    /// The store whose answer the call waited for when it was given up, or had waited for until it was too late.
    pub fn waits_for(&self) -> Option<Store> {
        self.asks
    }

    /// Refuses what the component was not granted, with a sentence for its author.
    pub(super) fn needs(&self, grant: Grant) -> Result<(), StatementFailure> {
        if self.capabilities.has(grant) {
            return Ok(());
        }
        Err(StatementFailure::Rejected(self.capabilities.missing(grant)))
    }

    /// While a transaction is open nothing else is waited for: on SQLite it holds every other writer up.
    pub(super) fn refuse_within_transaction(&self, what: &str) -> Result<(), StatementFailure> {
        self.open_transaction_refusal(what).map_or(Ok(()), |sentence| Err(StatementFailure::Rejected(sentence)))
    }

    /// The sentence of that refusal; none while no transaction is open.
    pub(super) fn open_transaction_refusal(&self, what: &str) -> Option<String> {
        let sentence = || format!("a transaction is open: commit or drop it before you {what}");
        self.open_transaction.is_set().then(sentence)
    }

    /// Takes one of the call's statements.
    pub(super) fn count_statement(&mut self) -> Result<(), StatementFailure> {
        self.statements_left = self.statements_left.checked_sub(1).ok_or_else(|| {
            StatementFailure::LimitExceeded(
                "The component ran more statements than one request may (statements).".to_owned(),
            )
        })?;
        self.usage.statements += 1;
        Ok(())
    }

    /// The SQL and values of a declared statement, for a component that may run it.
    pub(super) fn prepare(
        &mut self,
        store: Store,
        name: &str,
        bindings: Vec<(String, Value)>,
    ) -> Result<Prepared, StatementFailure> {
        self.needs(match store {
            Store::Warehouse => Grant::Warehouse,
            Store::AppStore => Grant::AppStore,
        })?;
        if self.route_statements.as_ref().is_some_and(|known| !known.contains(name)) {
            return Err(StatementFailure::Rejected(format!(
                "the route does not say that it runs the statement {name}"
            )));
        }
        self.count_statement()?;
        let host = HostValues { caller: &self.caller, guarded: self.guarded.as_deref(), inputs: &[] };
        self.capabilities.statements().prepare(store, name, bindings, host, self.page.as_ref())
    }

    /// Does `work` of the interface `call`, which asks the app store, within the request's time; none when that is over.
    pub(super) async fn asking_in_time<T>(&mut self, call: &'static str, work: impl Future<Output = T>) -> Option<T> {
        let time_left = self.time_left()?;
        let work = tokio::time::timeout(time_left, work).instrument(host_call(call));
        self.asking(Store::AppStore, work).await.ok()
    }

    /// What is left of the request's time; none when it is over.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.remaining().ok()
    }

    /// What is left of the request's time for a call of the host: the component keeps a little, to answer with what it has.
    pub(super) fn remaining(&self) -> Result<Duration, StatementFailure> {
        let remaining = self.deadline.saturating_duration_since(Instant::now());
        let kept = (remaining / 2).min(TIME_TO_ANSWER);
        if remaining.is_zero() { Err(deadline_exceeded()) } else { Ok(remaining - kept) }
    }
}

/// The span of a call of the host that is no statement: a part of the component's.
pub(super) fn host_call(call: &'static str) -> Span {
    tracing::info_span!("host_call", call)
}

/// Runs a prepared statement of the warehouse, or what `sql` makes of it. Gives its rows and how many the warehouse read for them.
pub(super) async fn ask_warehouse(
    capabilities: &Capabilities,
    name: &str,
    sql: &str,
    prepared: &Prepared,
    remaining: Duration,
    max_rows: u64,
) -> Result<(ResultSet, u64), StatementFailure> {
    let settings =
        QuerySettings { deadline: remaining, max_rows, max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES, readonly: true };
    let asking = capabilities.stores().warehouse.query(sql, &prepared.named, settings);
    let span = tracing::info_span!("statement", store = "warehouse", statement = name);
    let answer = asking.instrument(span.clone()).await;
    let answer = answer.map_err(|error| StatementFailure::from_warehouse(capabilities.component(), name, &error))?;
    tracing::debug!(parent: &span, read_rows = answer.read_rows, "the warehouse answered a statement");
    Ok((answer.rows, answer.read_rows))
}

/// Runs a prepared statement of the app store, which does not count what it reads: 0 beside the rows.
async fn ask_app_store(
    capabilities: &Capabilities,
    name: &str,
    prepared: &Prepared,
    remaining: Duration,
) -> Result<(ResultSet, u64), StatementFailure> {
    let rows = tokio::time::timeout(remaining, capabilities.stores().app.query(prepared.sql(), &prepared.numbered));
    let span = tracing::info_span!("statement", store = "app-store", statement = name);
    match rows.instrument(span).await {
        Ok(Ok(rows)) => Ok((rows, 0)),
        Ok(Err(error)) => Err(StatementFailure::from_app_store(capabilities.component(), name, &error)),
        Err(_) => Err(StatementFailure::app_store_deadline()),
    }
}

pub(super) fn deadline_exceeded() -> StatementFailure {
    StatementFailure::DeadlineExceeded(
        "The time of the request is over (deadline); ask for less, or try again.".to_owned(),
    )
}
