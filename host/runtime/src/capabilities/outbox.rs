//! Audit entries, events, jobs and mail: what a component writes with its transaction for others to act on.

use crate::capabilities::call::{Call, host_call};
use crate::capabilities::notifications::{MAX_NOTIFICATIONS, MAX_PEOPLE_TOLD};
use crate::capabilities::{SecretHandle, StatementFailure, Transaction};
use jiff::Timestamp;
use quarry_contract::{Grant, TenantKind};
use quarry_identity::jobs::{Held, JobStatus, NewJob, Queue};
use quarry_identity::mail::{Message, send_mail};
use quarry_identity::outbox::{AuditEntry, Origin, emit_event, record_audit_entry};
use serde_json::Value as Json;
use tracing::Instrument;

/// Audit entries, events and jobs of one call, each.
const MAX_ENTRIES: u32 = 100;
const MAX_LETTERS: u32 = 10;
/// Of a piece of JSON.
pub(super) const MAX_EVENT_BYTES: usize = 64 << 10;
const MAX_NAME_BYTES: usize = 200;
/// Where a letter tells a secret.
const SECRET_PLACE: &str = "{secret}";

/// How much of each the call may still write.
#[derive(Debug)]
pub(super) struct Shares {
    audit_entries: u32,
    events: u32,
    jobs: u32,
    letters: u32,
    pub(super) notifications: u32,
    /// People, where the others count messages.
    pub(super) people_told: u64,
}

impl Default for Shares {
    fn default() -> Shares {
        Shares {
            audit_entries: MAX_ENTRIES,
            events: MAX_ENTRIES,
            jobs: MAX_ENTRIES,
            letters: MAX_LETTERS,
            notifications: MAX_NOTIFICATIONS,
            people_told: MAX_PEOPLE_TOLD,
        }
    }
}

/// What a component asks the queue for.
#[derive(Debug)]
pub struct JobRequest {
    pub name: String,
    pub arguments: String,
    /// Microseconds since the epoch; none is at once.
    pub run_at: Option<i64>,
    pub unique_key: Option<String>,
}

impl Call {
    /// Writes an audit entry with the transaction.
    pub async fn audit(
        &mut self,
        transaction: &mut Transaction,
        mut entry: AuditEntry,
    ) -> Result<(), StatementFailure> {
        self.needs(Grant::Audit)?;
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
        let guarded = self.guarded.as_deref().filter(|guarded| guarded.route.guard.tenant == TenantKind::Organization);
        entry.organization_id = entry.organization_id.or(guarded.map(|guarded| guarded.tenant));
        take(&mut self.shares.audit_entries, "audit entries", MAX_ENTRIES)?;
        let (remaining, capabilities) = (self.remaining()?, self.capabilities.clone());
        let (caller, request_id) = (self.caller.clone(), self.request_id.clone());
        let origin = Origin { component: capabilities.component(), request_id: &request_id, caller: &caller };
        transaction
            .within(remaining, capabilities.component(), "audit", async |inner| {
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
        self.needs(Grant::Events)?;
        let json = check_json("data", data)?;
        let (remaining, capabilities) = (self.remaining()?, self.capabilities.clone());
        let organization_id = self.organization_of_event(organization_id)?;
        // Counted first: an event that is refused was checked all the same.
        take(&mut self.shares.events, "events", MAX_ENTRIES)?;
        capabilities.events().check(name, &json)?;
        let (caller, request_id) = (self.caller.clone(), self.request_id.clone());
        let origin = Origin { component: capabilities.component(), request_id: &request_id, caller: &caller };
        transaction
            .within(remaining, capabilities.component(), "events", async |inner| {
                emit_event(inner, origin, organization_id, name, data, Timestamp::now()).await
            })
            .instrument(host_call("events"))
            .await
    }

    /// Whose event it is to be.
    fn organization_of_event(&self, named: Option<i64>) -> Result<i64, StatementFailure> {
        match (named, self.caller.organization_id()) {
            (Some(named), own) if own == Some(named) || self.acts_for_anybody() => Ok(named),
            (Some(named), _) => Err(rejected(format!(
                "the organization {named} is not the one that whoever is asking asks for: emit events of others from a job"
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
        self.needs(Grant::Jobs)?;
        check_json("arguments", &request.arguments)?;
        if let Some(key) = &request.unique_key {
            check_name("unique-key", key)?;
        }
        let (remaining, capabilities, now) = (self.remaining()?, self.capabilities.clone(), Timestamp::now());
        let declared = capabilities.job(&request.name)?;
        let run_at = match request.run_at {
            Some(microseconds) => Timestamp::from_microsecond(microseconds)
                .map_err(|_| rejected(format!("run-at {microseconds} is no time")))?,
            None => now,
        };
        take(&mut self.shares.jobs, "jobs", MAX_ENTRIES)?;
        let job = NewJob {
            component: capabilities.component().to_owned(),
            name: request.name,
            arguments: request.arguments,
            organization_id: self.caller.organization_id(),
            user_id: self.caller.user_id(),
            run_at: run_at.max(now),
            max_attempts: declared.max_attempts,
            unique_key: request.unique_key,
        };
        transaction
            .within(remaining, capabilities.component(), "jobs", async |inner| Queue::enqueue(inner, &job, now).await)
            .instrument(host_call("jobs"))
            .await
    }

    /// As [`Call::send_mail`], with a token that was minted in this call where the text says `{secret}`.
    pub async fn send_mail_with_secret(
        &mut self,
        transaction: &mut Transaction,
        to: String,
        subject: String,
        text: &str,
        secret: &SecretHandle,
    ) -> Result<(), StatementFailure> {
        self.needs(Grant::Mail)?;
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
        self.needs(Grant::Mail)?;
        let message = Message::new(to, subject, text).map_err(|error| rejected(error.to_string()))?;
        take(&mut self.shares.letters, "letters", MAX_LETTERS)?;
        let (remaining, capabilities, caller) = (self.remaining()?, self.capabilities.clone(), self.caller.clone());
        transaction
            .within(remaining, capabilities.component(), "mail", async |inner| {
                send_mail(inner, &caller, &message, Timestamp::now()).await
            })
            .instrument(host_call("mail"))
            .await
    }

    /// What became of a job of this component and the caller's organization.
    pub async fn job_status(&mut self, id: i64) -> Result<Option<JobStatus>, StatementFailure> {
        self.needs(Grant::Jobs)?;
        self.refuse_within_transaction("ask for a job")?;
        let (queue, organization_id) = (self.queue(), self.caller.organization_id());
        let capabilities = self.capabilities.clone();
        self.at_the_queue(queue.status(id, capabilities.component(), organization_id)).await
    }

    /// Stops a job of this component and the caller's organization.
    pub async fn cancel_job(&mut self, id: i64) -> Result<bool, StatementFailure> {
        self.needs(Grant::Jobs)?;
        self.refuse_within_transaction("cancel a job")?;
        let (queue, organization_id) = (self.queue(), self.caller.organization_id());
        let capabilities = self.capabilities.clone();
        self.at_the_queue(queue.cancel(id, capabilities.component(), organization_id, Timestamp::now())).await
    }

    /// Within a job: says how far it is; true is to go on.
    pub async fn report_progress(&mut self, done: u64, total: Option<u64>) -> Result<bool, StatementFailure> {
        self.needs(Grant::Jobs)?;
        self.refuse_within_transaction("report a job's progress")?;
        let Some(job) = self.running_job.clone() else {
            return Err(rejected("report-progress is for run-job: this call is no job".to_owned()));
        };
        let queue = self.queue();
        let now = Timestamp::now();
        let held = self.at_the_queue(queue.renew(job.id, &job.lease_holder, Some((done, total)), now)).await?;
        Ok(held == Held::Yes)
    }

    fn queue(&self) -> Queue {
        Queue::new(self.capabilities.stores().app.clone())
    }
}

/// Takes one of a share.
pub(super) fn take(left: &mut u32, what: &str, most: u32) -> Result<(), StatementFailure> {
    *left = left.checked_sub(1).ok_or_else(|| {
        StatementFailure::LimitExceeded(format!("The component wrote more than {most} {what} in one call."))
    })?;
    Ok(())
}

pub(super) fn rejected(sentence: String) -> StatementFailure {
    StatementFailure::Rejected(sentence)
}

fn check_name(what: &str, name: &str) -> Result<(), StatementFailure> {
    if name.is_empty() || name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
        return Err(rejected(format!("{what} must have 1 to {MAX_NAME_BYTES} bytes and no control characters")));
    }
    Ok(())
}

pub(super) fn check_json(what: &str, text: &str) -> Result<Json, StatementFailure> {
    if text.len() > MAX_EVENT_BYTES {
        return Err(rejected(format!("{what} has {} bytes; at most {MAX_EVENT_BYTES} are allowed", text.len())));
    }
    serde_json::from_str(text).map_err(|error| rejected(format!("{what} is not JSON: {error}")))
}
