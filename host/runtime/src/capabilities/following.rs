//! What a job follows: the newest version of its source, and the marks and turns of its parts.
//!
//! Always true here: a transaction in which another run had the turn is never committed.

use crate::capabilities::call::{CallWarehouse, Frame, MAX_WAREHOUSE_MEMORY_BYTES, StatementBudget, host_call};
use crate::capabilities::following_job::FollowingJob;
use crate::capabilities::outbox_shares::rejected;
use crate::capabilities::{Call, StatementFailure, Transaction};
use quarry_contract::{Grant, Store};
use quarry_identity::jobs::{JobMarks, Mark};
use quarry_stores::app::AppStoreError;
use quarry_stores::result_set::Value;
use quarry_stores::warehouse::QuerySettings;
use tracing::Instrument;

const MAX_PART_BYTES: usize = 200;
/// A finished load has given its own version to rows that it took back, and the next one to those that it wrote.
const NEWEST_VERSION: &str = "SELECT toInt64(max(version) + 1) AS version FROM ingest_runs WHERE finished = 1";

/// What is left to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharesLeft {
    pub statements: u32,
    /// The most rows that one statement may give.
    pub rows: u64,
    pub events: u32,
    pub messages: u32,
    pub jobs: u32,
    pub milliseconds: u64,
}

impl Call {
    /// What is left of what the host gives the call.
    pub fn shares_left(&self) -> SharesLeft {
        let time = self.frame.time.left().unwrap_or_default();
        SharesLeft {
            statements: self.statements.left(),
            rows: self.statements.max_rows,
            events: self.written.events.left(),
            messages: u32::try_from(self.written.people_told)
                .map_or(u32::MAX, |people| people.min(self.written.notifications.left())),
            jobs: self.written.jobs.left(),
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// The parts of a call that a job needs to follow its source.
pub struct FollowingCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) statements: &'a mut StatementBudget,
    pub(super) job: Option<&'a mut FollowingJob>,
}

impl FollowingCalls<'_> {
    /// Gives the newest version of the warehouse's rows.
    pub async fn newest_version(&mut self) -> Result<i64, StatementFailure> {
        self.check()?;
        self.frame.needs(Grant::Warehouse)?;
        self.frame.refuse_within_transaction("ask for the newest version")?;
        self.statements.take()?;
        let settings = QuerySettings {
            deadline: self.frame.time.remaining()?,
            max_rows: 1,
            max_memory_bytes: MAX_WAREHOUSE_MEMORY_BYTES,
            readonly: true,
        };
        let Frame { capabilities, time, is_of_a_job, .. } = &mut *self.frame;
        let capabilities = &**capabilities;
        let warehouse = CallWarehouse::of(capabilities, *is_of_a_job);
        let asking = warehouse.ask(Box::pin(capabilities.stores().warehouse.query(NEWEST_VERSION, &[], settings)));
        let answer = time.asking(Store::Warehouse, asking.instrument(host_call("jobs"))).await;
        let answer = answer
            .map_err(|error| StatementFailure::from_warehouse(capabilities.component(), "newest-version", &error))?;
        match answer.rows.column("version").filter(|_| answer.rows.row_count > 0).map(|column| column.value(0)) {
            Some(Value::Int64(version)) => Ok(version),
            other => Err(rejected(format!("the newest version of the warehouse was given as {other:?}"))),
        }
    }

    /// Gives every mark of the job.
    pub async fn marks(&mut self) -> Result<Vec<Mark>, StatementFailure> {
        self.ask(async |marks, store| marks.all(store).await).await
    }

    /// Begins a turn at a part and gives its mark.
    pub async fn begin_turn(&mut self, part: &str) -> Result<Option<Mark>, StatementFailure> {
        check_part(part)?;
        let begun = self.ask(async |marks, store| marks.begin_turn(store, part).await).await?;
        let Some((mark, turn)) = begun else { return Ok(None) };
        if let Some(job) = &mut self.job {
            job.turns.insert(part.to_owned(), turn);
        }
        Ok(Some(mark))
    }

    /// Keeps the turn for the transaction.
    pub async fn hold_turn(&mut self, transaction: &mut Transaction, part: &str) -> Result<(), StatementFailure> {
        let turn = self.turn(part)?;
        let is_held = self.within(transaction, async |marks, inner| marks.hold_turn(inner, part, turn).await).await?;
        if is_held { Ok(()) } else { Err(overtaken(transaction)) }
    }

    /// Gives a part its first mark.
    pub async fn start_mark(&mut self, transaction: &mut Transaction, mark: &Mark) -> Result<(), StatementFailure> {
        check_part(&mark.part)?;
        match self.within(transaction, async |marks, inner| marks.start(inner, mark).await).await? {
            true => Ok(()),
            false => Err(StatementFailure::LimitExceeded("The job has marks of as many parts as it may.".to_owned())),
        }
    }

    /// Moves the mark of a part at which the run has a turn.
    pub async fn move_mark(&mut self, transaction: &mut Transaction, mark: &Mark) -> Result<(), StatementFailure> {
        let turn = self.turn(&mark.part)?;
        let is_moved = self.within(transaction, async |marks, inner| marks.move_to(inner, mark, turn).await).await?;
        if is_moved { Ok(()) } else { Err(overtaken(transaction)) }
    }

    /// Takes a mark away.
    pub async fn remove_mark(&mut self, transaction: &mut Transaction, part: &str) -> Result<(), StatementFailure> {
        self.within(transaction, async |marks, inner| marks.remove(inner, part).await).await
    }

    fn turn(&self, part: &str) -> Result<i64, StatementFailure> {
        self.check()?;
        let turn = self.job.as_ref().and_then(|job| job.turns.get(part));
        turn.copied().ok_or_else(|| rejected("the run has no turn at that part: begin one first".to_owned()))
    }

    /// Refuses what is no run of a job that follows something.
    fn check(&self) -> Result<(), StatementFailure> {
        self.frame.needs(Grant::Jobs)?;
        match self.job {
            Some(_) => Ok(()),
            None => Err(rejected("marks and turns are for run-job of a job that declares what it follows".to_owned())),
        }
    }

    /// Does `work` outside of a transaction.
    async fn ask<T>(
        &mut self,
        work: impl AsyncFnOnce(JobMarks<'_>, &quarry_stores::app::AppStore) -> Result<T, AppStoreError>,
    ) -> Result<T, StatementFailure> {
        self.check()?;
        self.frame.refuse_within_transaction("ask for the marks of a job")?;
        self.statements.take()?;
        let remaining = self.frame.time.remaining()?;
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let component = capabilities.component();
        let marks = JobMarks { component, job: self.job.as_ref().map_or("", |job| job.name.as_str()) };
        let work = tokio::time::timeout(remaining, work(marks, &capabilities.stores().app));
        match time.asking(Store::AppStore, work.instrument(host_call("jobs"))).await {
            Ok(done) => done.map_err(|error| StatementFailure::from_app_store(component, "jobs", &error)),
            Err(_) => Err(StatementFailure::app_store_deadline()),
        }
    }

    /// Does `work` with a transaction.
    async fn within<T>(
        &mut self,
        transaction: &mut Transaction,
        work: impl AsyncFnOnce(JobMarks<'_>, &mut quarry_stores::app::Transaction) -> Result<T, AppStoreError>,
    ) -> Result<T, StatementFailure> {
        self.check()?;
        self.statements.take()?;
        let (remaining, component) = (self.frame.time.remaining()?, self.frame.component());
        let marks = JobMarks { component, job: self.job.as_ref().map_or("", |job| job.name.as_str()) };
        transaction
            .within(remaining, component, "jobs", async |inner| work(marks, inner).await)
            .instrument(host_call("jobs"))
            .await
    }
}

/// The failure of a transaction in which another run has the turn: it is undone.
fn overtaken(transaction: &mut Transaction) -> StatementFailure {
    transaction.refuse();
    StatementFailure::Conflict("Another host began to look at the same part; it does what is left.".to_owned())
}

fn check_part(part: &str) -> Result<(), StatementFailure> {
    if part.len() > MAX_PART_BYTES || part.chars().any(char::is_control) {
        return Err(rejected(format!("part must have at most {MAX_PART_BYTES} bytes and no control characters")));
    }
    Ok(())
}
