//! One call of a component, put together from its parts. Each capability gets those that it needs: [`views`].

pub(super) mod calls_left;
mod deferred;
mod frame;
mod open_transaction;
mod prepare;
mod query;
mod requester;
mod room;
mod route_bounds;
mod statement_budget;
mod time;
mod transactions;
mod views;

pub(super) use frame::Frame;
pub(super) use open_transaction::OpenMark;
pub(super) use query::{CallWarehouse, MAX_WAREHOUSE_MEMORY_BYTES, RowBounds, ask_warehouse};
pub(super) use requester::Requester;
pub(super) use room::Begun;
pub use statement_budget::CallShares;
pub(super) use statement_budget::StatementBudget;
pub(super) use time::{CallTime, deadline_exceeded, host_call};

use crate::capabilities::following_job::FollowingJob;
use crate::capabilities::log::LogShare;
use crate::capabilities::object_share::ObjectShare;
use crate::capabilities::outbox_shares::Shares;
use crate::capabilities::usage::Usage;
use crate::capabilities::{
    Addresses, Capabilities, EventSink, LogLevel, StatementFailure, StreamFailure, StreamOpening, UndeclaredSettings,
};
use calls_left::CallsLeft;
use quarry_contract::{Browser, Caller, Guarded, PageRequest, Problem, Store};
use quarry_identity::jobs::RunningJob;
use route_bounds::RouteBounds;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

/// The state of one call.
pub struct Call {
    pub(super) frame: Frame,
    pub(super) requester: Requester,
    pub(super) route: RouteBounds,
    pub(super) statements: StatementBudget,
    /// Entries, events, jobs, letters and messages that it may still write.
    pub(super) written: Shares,
    objects: ObjectShare,
    calls_left: CallsLeft,
    log: LogShare,
    /// The bytes that the component's own tables may have; none is no bound.
    table_bytes: Option<u64>,
    /// The job that runs; set within `run-job`.
    pub(super) running_job: Option<RunningJob>,
    /// The same, where it follows a source.
    following: Option<FollowingJob>,
    /// The stream that the route declares, until it is opened.
    pub(super) stream: Option<StreamOpening>,
}

impl Call {
    pub fn new(
        capabilities: Arc<Capabilities>,
        caller: Caller,
        page: Option<PageRequest>,
        request_id: Arc<str>,
        deadline: Instant,
    ) -> Call {
        let shares = CallShares::default();
        let statements = StatementBudget::new(shares, capabilities.row_memory());
        Call {
            frame: Frame::new(capabilities, deadline),
            requester: Requester { caller, request_id, browser: None, is_on_staff_route: false },
            route: RouteBounds { page, ..RouteBounds::default() },
            statements,
            written: Shares::default(),
            objects: ObjectShare::new(),
            calls_left: CallsLeft::new(),
            log: LogShare::new(shares.log_lines),
            table_bytes: shares.table_bytes,
            running_job: None,
            following: None,
            stream: None,
        }
    }

    /// Makes it the call of a job.
    pub fn within_job(mut self, job: RunningJob) -> Call {
        self.running_job = Some(job);
        self.frame.is_of_a_job = true;
        self.written = Shares::of_a_job();
        self
    }

    /// Gives the call of a job the marks and turns of what it follows.
    pub fn following(mut self, job: Option<FollowingJob>) -> Call {
        self.following = job;
        self
    }

    /// Gives the call the browser that asks: a verb may change the cookie that it holds of the session.
    pub fn of_browser(mut self, browser: Option<Arc<Browser>>) -> Call {
        self.requester.browser = browser;
        self
    }

    /// Tells the call whether its route asks for a staff permission.
    pub fn on_staff_route(mut self, is_on_staff_route: bool) -> Call {
        self.requester.is_on_staff_route = is_on_staff_route;
        self
    }

    /// Binds the call to the findings of its route's guard.
    pub fn guarded(mut self, guarded: Option<Arc<Guarded>>) -> Call {
        self.route.guarded = guarded;
        self
    }

    /// Holds the call to reading, where its route `only_reads`.
    pub fn reading(mut self, operation_id: &Arc<str>, only_reads: bool) -> Call {
        self.frame.reads(operation_id, only_reads);
        self
    }

    /// Holds the call to what gives everyone the same, where its route answers everyone.
    pub fn answering_everyone(mut self, operation_id: &Arc<str>, for_everyone: bool) -> Call {
        self.frame.answers_everyone(operation_id, for_everyone);
        self
    }

    /// Tells why the call was refused something because its route answers everyone.
    pub fn beyond_everyone(&self) -> Option<&str> {
        self.frame.beyond_everyone()
    }

    /// Holds the call to the statements that its route may run.
    pub fn of_route_statements(mut self, statements: Arc<HashSet<String>>) -> Call {
        self.route.statements = Some(statements);
        self
    }

    /// Sets the counted things that the call may have. For a call that has used nothing yet.
    pub fn with_shares(mut self, shares: CallShares) -> Call {
        self.log = LogShare::new(shares.log_lines);
        self.statements = StatementBudget::new(shares, self.frame.capabilities.row_memory());
        self.table_bytes = shares.table_bytes;
        self
    }

    /// Gives the call the stream that its route declares.
    pub fn with_stream(mut self, opening: StreamOpening) -> Call {
        self.calls_left.outbound.lasts(opening.duration);
        self.stream = Some(opening);
        self
    }

    /// Tells whether the stream of the call was opened.
    pub fn has_opened_stream(&self) -> bool {
        self.stream.is_none()
    }

    /// Opens the stream: from now on the call has its time instead of the request's.
    pub fn open_stream(&mut self) -> Result<EventSink, StreamFailure> {
        let opening = self.stream.take().ok_or_else(StreamFailure::no_stream)?;
        let now = Instant::now();
        self.frame.time.ends_at(now + opening.duration);
        Ok(opening.open(now))
    }

    /// The addresses of the deployment. Where it does not say that of the service, a browser is told the one at which it asked: what
    /// browsers are answered is kept for nobody else.
    pub fn addresses(&self) -> Addresses {
        let configured = &self.frame.capabilities.stores().addresses;
        let asked = || self.requester.browser.as_ref().and_then(|browser| browser.origin.clone());
        Addresses { service: configured.service.clone().or_else(asked), ..configured.clone() }
    }

    /// Gives a group of settings that the manifest names, as a JSON object.
    pub fn settings(&self, group: &str) -> Result<String, UndeclaredSettings> {
        let capabilities = &self.frame.capabilities;
        capabilities.stores().settings.read(capabilities.settings_groups(), group)
    }

    /// The use of the stores so far.
    pub fn usage(&self) -> Usage {
        self.statements.usage(self.frame.time.store_time())
    }

    /// Notes how a call of the component ended that asked `store`; none where it asked several.
    pub fn note_outcome(&mut self, store: Option<Store>, failure: Option<&StatementFailure>) {
        self.statements.note(store, failure);
    }

    /// The store that did not answer, where the component's last call failed of that.
    pub fn silent_store(&self) -> Option<Store> {
        self.statements.silent()
    }

    /// Tells why rows were refused to the call, where it was because others hold so many.
    pub fn overload(&self) -> Option<&str> {
        self.statements.overload()
    }

    /// Takes the refusal of the guard within a transaction: the answer, whatever the component made of it.
    pub fn take_refusal(&mut self) -> Option<Problem> {
        self.route.refusal.take()
    }

    /// Tells whether rows are held against the schemas of the answers that they stand in.
    pub fn checks_answers(&self) -> bool {
        self.frame.capabilities.checks_answers()
    }

    /// Writes a line of the guest, unless the call has written its share.
    pub fn log(&mut self, level: LogLevel, message: &str) {
        self.log.write(&self.frame.capabilities, &self.requester.request_id, level, message);
    }

    /// Notes a finding of the host, in the place of what the guest logged.
    pub fn note_finding(&mut self, finding: &str) {
        self.log.said = Some(finding.to_owned());
    }

    /// The last line that the guest logged, where the call is a trial.
    pub fn said(&self) -> Option<&str> {
        self.log.said.as_deref()
    }

    /// The store whose answer the call waited for when it was given up, or had waited for until it was too late.
    pub fn waits_for(&self) -> Option<Store> {
        self.frame.time.waits_for()
    }

    /// Tells whether the call was given up while it waited for a server outside.
    pub fn waits_for_outside(&self) -> bool {
        self.frame.time.waits_for_outside()
    }

    /// Tells whether the call was given up while it waited for the object store.
    pub fn waits_for_objects(&self) -> bool {
        self.frame.time.waits_for_objects()
    }
}
