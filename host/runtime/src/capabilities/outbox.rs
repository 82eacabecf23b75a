//! Audit entries, events, jobs and mail: what a component writes with its transaction for others to act on.

use crate::capabilities::call::{Frame, Requester, StatementBudget, host_call};
use crate::capabilities::outbox_shares::{Shares, check_json, rejected};
use crate::capabilities::{SecretHandle, StatementFailure, Transaction};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::{Grant, Guarded, Store, TenantKind};
use quarry_identity::jobs::{Held, JobProgress, JobStatus, NewJob, Queue, RunningJob};
use quarry_identity::mail::{Message, send_mail};
use quarry_identity::outbox::{AuditEntry, Payer, emit_event, record_audit_entry};
use quarry_stores::app::AppStoreError;
use tracing::Instrument;

const MAX_NAME_BYTES: usize = 200;
/// The longest time for which a job waits for its own: its bytes count until then.
const MAX_AHEAD: SignedDuration = SignedDuration::from_hours(366 * 24);
/// The place in a letter where its secret is put.
const SECRET_PLACE: &str = "{secret}";

/// A job that a component asks the queue for.
#[derive(Debug)]
pub struct JobRequest {
    pub name: String,
    pub arguments: String,
    /// Microseconds since the epoch; none is at once.
    pub run_at: Option<i64>,
    pub unique_key: Option<String>,
}

/// The parts of a call that `audit`, `events`, `jobs` and `mail` need.
pub struct OutboxCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) requester: &'a Requester,
    pub(super) guarded: Option<&'a Guarded>,
    pub(super) statements: &'a mut StatementBudget,
    pub(super) left: &'a mut Shares,
    pub(super) running_job: Option<&'a RunningJob>,
}

impl OutboxCalls<'_> {
    /// Writes an audit entry with the transaction.
    pub async fn audit(
        &mut self,
        transaction: &mut Transaction,
        mut entry: AuditEntry,
    ) -> Result<(), StatementFailure> {
        self.frame.needs(Grant::Audit)?;
        for (what, name) in
            [("action", &entry.action), ("target-type", &entry.target_type), ("target-id", &entry.target_id)]
        {
            check_name(what, name)?;
        }
        for (what, text) in [("before", &entry.before), ("after", &entry.after)] {
            if let Some(text) = text {
                check_json(what, text)?;
            }
        }
        // What is done to an organization stands in its log, whichever the session is in.
        let guarded = self.guarded.filter(|guarded| guarded.route.guard.tenant == TenantKind::Organization);
        let guarded = guarded.map(|guarded| guarded.tenant);
        if let Some(named) = entry.organization_id {
            self.check_organization_of_entry(named, guarded)?;
        }
        entry.organization_id = entry.organization_id.or(guarded);
        entry.action = self.frame.capabilities.told_name(&entry.action);
        self.left.audit_entries.take()?;
        let bytes = [&entry.before, &entry.after].into_iter().flatten().map(String::len).sum();
        self.take_bytes(bytes)?;
        // The record of what was done is the service's own, whatever a part of it writes.
        if !self.frame.capabilities.is_first_party() {
            let [before, after] = [&entry.before, &entry.after].map(|text| text.as_deref().unwrap_or_default());
            transaction.owes(self.payer(None), &[&entry.action, before, after], Timestamp::now());
        }
        let (remaining, component) = (self.frame.time.remaining()?, self.frame.component());
        let origin = self.requester.origin(component);
        transaction
            .within(remaining, component, "audit", async |inner| {
                record_audit_entry(inner, origin, &entry, Timestamp::now()).await
            })
            .instrument(host_call("audit"))
            .await
    }

    /// Writes an event of an organization, else of the caller's, with the transaction and gives its id.
    pub async fn emit(
        &mut self,
        transaction: &mut Transaction,
        organization_id: Option<i64>,
        name: &str,
        data: &str,
    ) -> Result<String, StatementFailure> {
        self.frame.needs(Grant::Events)?;
        let json = check_json("data", data)?;
        let remaining = self.frame.time.remaining()?;
        let organization_id = self.organization_of_event(organization_id)?;
        // Counted first: an event that is refused was checked all the same.
        self.left.events.take()?;
        self.take_bytes(data.len())?;
        self.frame.capabilities.events().check(name, &json)?;
        let name = self.frame.capabilities.told_name(name);
        transaction.owes(self.payer(Some(organization_id)), &[&name, data], Timestamp::now());
        let component = self.frame.component();
        let origin = self.requester.origin(component);
        transaction
            .within(remaining, component, "events", async |inner| {
                emit_event(inner, origin, organization_id, &name, data, Timestamp::now()).await
            })
            .instrument(host_call("events"))
            .await
    }

    /// The one for whom what is written counts: the component, or the organization that a part of the service acts for.
    fn payer(&self, organization_id: Option<i64>) -> Option<Payer> {
        let capabilities = &self.frame.capabilities;
        match capabilities.is_first_party() {
            true => organization_id.map(Payer::Organization),
            false => Some(Payer::Component(capabilities.component().to_owned())),
        }
    }

    /// Refuses an entry in the log of an organization that the caller has nothing to do with. A part of the service may write one.
    fn check_organization_of_entry(&self, named: i64, guarded: Option<i64>) -> Result<(), StatementFailure> {
        let is_known = [self.requester.caller.organization_id(), guarded].contains(&Some(named));
        match is_known || self.frame.capabilities.is_first_party() {
            true => Ok(()),
            false => Err(rejected(format!(
                "the organization {named} is not the caller's, and no guard of the route found it: its log is not written for others"
            ))),
        }
    }

    fn take_bytes(&mut self, bytes: usize) -> Result<(), StatementFailure> {
        self.left.take_bytes(self.frame.capabilities.is_first_party(), bytes)
    }

    /// Gives the organization that the event is for.
    fn organization_of_event(&self, named: Option<i64>) -> Result<i64, StatementFailure> {
        let guarded = self.guarded.filter(|guarded| guarded.route.guard.tenant == TenantKind::Organization);
        match (named, self.requester.caller.organization_id()) {
            (Some(named), own) if own == Some(named) || self.requester.acts_for_anybody() => Ok(named),
            (Some(named), _) if guarded.is_some_and(|guarded| guarded.tenant == named) => Ok(named),
            (Some(named), _) => Err(rejected(format!(
                "the organization {named} is not the caller's, and no guard of the route found it: emit events of others from a job"
            ))),
            (None, Some(own)) => Ok(own),
            (None, None) => {
                Err(rejected("an event belongs to the caller's organization, and nobody is asking".to_owned()))
            }
        }
    }

    /// Adds a job with the transaction and gives its id.
    pub async fn enqueue(
        &mut self,
        transaction: &mut Transaction,
        request: JobRequest,
    ) -> Result<i64, StatementFailure> {
        self.frame.needs(Grant::Jobs)?;
        check_json("arguments", &request.arguments)?;
        if let Some(key) = &request.unique_key {
            check_name("unique-key", key)?;
        }
        let (remaining, now) = (self.frame.time.remaining()?, Timestamp::now());
        let payer = self.payer(self.requester.caller.organization_id());
        let capabilities = &self.frame.capabilities;
        let declared = capabilities.job(&request.name)?;
        let run_at = match request.run_at {
            Some(microseconds) => Timestamp::from_microsecond(microseconds)
                .map_err(|_| rejected(format!("run-at {microseconds} is no time")))?,
            None => now,
        };
        if run_at > now + MAX_AHEAD {
            return Err(rejected(format!("run-at {run_at} is more than {} days ahead", MAX_AHEAD.as_hours() / 24)));
        }
        self.left.jobs.take()?;
        self.left.take_bytes(capabilities.is_first_party(), request.arguments.len())?;
        // Of jobs with one key that a part of the service asks for at each change, one waits.
        if !capabilities.is_first_party() || request.unique_key.is_none() {
            transaction.owes(payer, &[&request.name, &request.arguments], run_at.max(now));
        }
        let job = NewJob {
            component: capabilities.component().to_owned(),
            name: request.name,
            arguments: request.arguments,
            organization_id: self.requester.caller.organization_id(),
            user_id: self.requester.caller.user_id(),
            run_at: run_at.max(now),
            max_attempts: declared.max_attempts,
            unique_key: request.unique_key,
        };
        transaction
            .within(remaining, capabilities.component(), "jobs", async |inner| Queue::enqueue(inner, &job, now).await)
            .instrument(host_call("jobs"))
            .await
    }

    /// Does the work of [`OutboxCalls::send_mail`], with a token that was minted in this call where the text says `{secret}`.
    pub async fn send_mail_with_secret(
        &mut self,
        transaction: &mut Transaction,
        to: String,
        subject: String,
        text: &str,
        secret: &SecretHandle,
    ) -> Result<(), StatementFailure> {
        self.frame.needs(Grant::Mail)?;
        let shown =
            secret.shown().ok_or_else(|| rejected("a letter tells a secret that this call minted".to_owned()))?;
        if !text.contains(SECRET_PLACE) {
            return Err(rejected(format!("the text does not say where the secret stands: {SECRET_PLACE}")));
        }
        self.send_mail(transaction, to, subject, text.replacen(SECRET_PLACE, shown.expose(), 1)).await
    }

    /// Writes a letter with the transaction.
    pub async fn send_mail(
        &mut self,
        transaction: &mut Transaction,
        to: String,
        subject: String,
        text: String,
    ) -> Result<(), StatementFailure> {
        self.frame.needs(Grant::Mail)?;
        let payer = self.payer(self.requester.caller.organization_id());
        // Counted first, as a refused letter was looked at all the same.
        transaction.owes(payer, &[&to, &subject, &text], Timestamp::now());
        let bytes = text.len();
        let message = Message::new(to, subject, text).map_err(|error| rejected(error.to_string()))?;
        self.left.letters.take()?;
        self.take_bytes(bytes)?;
        let (remaining, component) = (self.frame.time.remaining()?, self.frame.component());
        transaction
            .within(remaining, component, "mail", async |inner| {
                send_mail(inner, &self.requester.caller, &message, Timestamp::now()).await
            })
            .instrument(host_call("mail"))
            .await
    }

    /// Gives the state of a job of this component and the caller's organization.
    pub async fn job_status(&mut self, id: i64) -> Result<Option<JobStatus>, StatementFailure> {
        self.frame.needs(Grant::Jobs)?;
        self.frame.refuse_within_transaction("ask for a job")?;
        let (queue, organization_id) = (self.queue(), self.requester.caller.organization_id());
        self.at_the_queue(async |component| queue.status(id, component, organization_id).await).await
    }

    /// Stops a job of this component and the caller's organization.
    pub async fn cancel_job(&mut self, id: i64) -> Result<bool, StatementFailure> {
        self.frame.needs(Grant::Jobs)?;
        self.frame.refuse_on_a_read("cancel a job")?;
        self.frame.refuse_within_transaction("cancel a job")?;
        let (queue, organization_id) = (self.queue(), self.requester.caller.organization_id());
        self.at_the_queue(async |component| queue.cancel(id, component, organization_id, Timestamp::now()).await).await
    }

    /// Records the progress of the job that runs; true tells it to go on.
    pub async fn report_progress(&mut self, done: u64, total: Option<u64>) -> Result<bool, StatementFailure> {
        self.frame.needs(Grant::Jobs)?;
        self.frame.refuse_within_transaction("report a job's progress")?;
        let Some(job) = self.running_job else {
            return Err(rejected("report-progress is for run-job: this call is no job".to_owned()));
        };
        let queue = self.queue();
        let now = Timestamp::now();
        let progress = Some(JobProgress { done, total, rows: None });
        let renewing = async |_: &str| queue.renew(job.id, &job.lease_holder, progress, now).await;
        let held = self.at_the_queue(renewing).await?;
        Ok(held == Held::Yes)
    }

    /// Does `work` at the queue of jobs, for the component that is named to it, in the call's time.
    async fn at_the_queue<T>(
        &mut self,
        work: impl AsyncFnOnce(&str) -> Result<T, AppStoreError>,
    ) -> Result<T, StatementFailure> {
        self.statements.take()?;
        let remaining = self.frame.time.remaining()?;
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let component = capabilities.component();
        let work = tokio::time::timeout(remaining, work(component)).instrument(host_call("jobs"));
        match time.asking(Store::AppStore, work).await {
            Ok(done) => done.map_err(|error| StatementFailure::from_app_store(component, "jobs", &error)),
            Err(_) => Err(StatementFailure::app_store_deadline()),
        }
    }

    fn queue(&self) -> Queue {
        Queue::new(self.frame.capabilities.stores().app.clone())
    }
}

fn check_name(what: &str, name: &str) -> Result<(), StatementFailure> {
    if name.is_empty() || name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
        return Err(rejected(format!("{what} must have 1 to {MAX_NAME_BYTES} bytes and no control characters")));
    }
    Ok(())
}
