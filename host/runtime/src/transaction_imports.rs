//! The app store, and what is written with its transactions, connected to the engine.

use crate::bindings::quarry::plugin::{app_store, audit, events, jobs, mail, notifications, values};
use crate::capabilities::{HeldRows, JobRequest, SecretHandle, SharesLeft, Transaction};
use crate::convert;
use crate::instance::State;
use quarry_contract::Store;
use quarry_identity::jobs::Mark;
use quarry_identity::live_messages::Audience;
use quarry_identity::outbox::AuditEntry;
use wasmtime::component::Resource;

/// The result that a guest gets back: the outer failure is a fault of the guest or the host, the inner one an answer.
type Outcome<T> = wasmtime::Result<Result<T, values::StatementFailure>>;

/// The store that all of it asks.
const APP_STORE: Option<Store> = Some(Store::AppStore);

impl app_store::Host for State {
    async fn query(&mut self, statement: String, parameters: Vec<values::Binding>) -> Outcome<Resource<HeldRows>> {
        State::run_statement(self, Store::AppStore, &statement, parameters).await
    }

    async fn begin(&mut self) -> Outcome<Resource<Transaction>> {
        let begun = self.call.begin().await;
        match self.told(APP_STORE, begun) {
            Ok(transaction) => Ok(Ok(self.table.push(transaction)?)),
            Err(failure) => Ok(Err(failure)),
        }
    }

    async fn commit(&mut self, transaction: Resource<Transaction>) -> Outcome<()> {
        let transaction = self.table.delete(transaction)?;
        let committed = self.call.commit(transaction).await;
        Ok(self.told(APP_STORE, committed))
    }
}

impl app_store::HostTransaction for State {
    async fn query(
        &mut self,
        transaction: Resource<Transaction>,
        statement: String,
        parameters: Vec<values::Binding>,
    ) -> Outcome<Resource<HeldRows>> {
        let bindings = convert::bindings_from_guest(parameters);
        let open = self.table.get_mut(&transaction)?;
        let rows = self.call.query_in(open, &statement, bindings).await;
        self.hold_rows(Store::AppStore, rows)
    }

    async fn execute(
        &mut self,
        transaction: Resource<Transaction>,
        statement: String,
        parameters: Vec<values::Binding>,
    ) -> Outcome<u64> {
        let bindings = convert::bindings_from_guest(parameters);
        let open = self.table.get_mut(&transaction)?;
        let executed = self.call.execute_in(open, &statement, bindings).await;
        Ok(self.told(APP_STORE, executed))
    }

    async fn drop(&mut self, transaction: Resource<Transaction>) -> wasmtime::Result<()> {
        self.table.delete(transaction)?;
        Ok(())
    }
}

impl audit::Host for State {
    async fn record(&mut self, transaction: Resource<Transaction>, entry: audit::Entry) -> Outcome<()> {
        let entry = AuditEntry {
            organization_id: entry.organization_id,
            action: entry.action,
            target_type: entry.target_type,
            target_id: entry.target_id,
            before: entry.before,
            after: entry.after,
        };
        let open = self.table.get_mut(&transaction)?;
        let recorded = self.call.outbox().audit(open, entry).await;
        Ok(self.told(APP_STORE, recorded))
    }
}

impl events::Host for State {
    async fn emit(&mut self, transaction: Resource<Transaction>, name: String, data: String) -> Outcome<String> {
        let open = self.table.get_mut(&transaction)?;
        let emitted = self.call.outbox().emit(open, None, &name, &data).await;
        Ok(self.told(APP_STORE, emitted))
    }

    async fn emit_for(
        &mut self,
        transaction: Resource<Transaction>,
        organization_id: i64,
        name: String,
        data: String,
    ) -> Outcome<String> {
        let open = self.table.get_mut(&transaction)?;
        let emitted = self.call.outbox().emit(open, Some(organization_id), &name, &data).await;
        Ok(self.told(APP_STORE, emitted))
    }
}

impl jobs::Host for State {
    async fn enqueue(&mut self, transaction: Resource<Transaction>, job: jobs::NewJob) -> Outcome<i64> {
        let request =
            JobRequest { name: job.name, arguments: job.arguments, run_at: job.run_at, unique_key: job.unique_key };
        let open = self.table.get_mut(&transaction)?;
        let enqueued = self.call.outbox().enqueue(open, request).await;
        Ok(self.told(APP_STORE, enqueued))
    }

    async fn status(&mut self, id: i64) -> Outcome<Option<jobs::JobStatus>> {
        let status = self.call.outbox().job_status(id).await;
        Ok(self.told(APP_STORE, status).map(|status| status.map(convert::job_status_to_guest)))
    }

    async fn cancel(&mut self, id: i64) -> Outcome<bool> {
        let cancelled = self.call.outbox().cancel_job(id).await;
        Ok(self.told(APP_STORE, cancelled))
    }

    async fn report_progress(&mut self, done: u64, total: Option<u64>) -> Outcome<jobs::Instruction> {
        let goes_on = self.call.outbox().report_progress(done, total).await;
        let instruction =
            goes_on.map(|goes_on| if goes_on { jobs::Instruction::Proceed } else { jobs::Instruction::Stop });
        Ok(self.told(APP_STORE, instruction))
    }

    async fn shares_left(&mut self) -> wasmtime::Result<jobs::Shares> {
        let SharesLeft { statements, rows, events, messages, jobs, milliseconds } = self.call.shares_left();
        Ok(jobs::Shares { statements, rows, events, messages, jobs, milliseconds })
    }

    async fn newest_version(&mut self) -> Outcome<i64> {
        Ok(self.call.marks().newest_version().await.map_err(convert::failure_to_guest))
    }

    async fn marks(&mut self) -> Outcome<Vec<jobs::Mark>> {
        let marks = self.call.marks().marks().await;
        let marks = marks.map(|marks| marks.into_iter().map(mark_to_guest).collect());
        Ok(marks.map_err(convert::failure_to_guest))
    }

    async fn begin_turn(&mut self, part: String) -> Outcome<Option<jobs::Mark>> {
        let mark = self.call.marks().begin_turn(&part).await;
        Ok(mark.map(|mark| mark.map(mark_to_guest)).map_err(convert::failure_to_guest))
    }

    async fn hold_turn(&mut self, transaction: Resource<Transaction>, part: String) -> Outcome<()> {
        let open = self.table.get_mut(&transaction)?;
        Ok(self.call.marks().hold_turn(open, &part).await.map_err(convert::failure_to_guest))
    }

    async fn start_mark(&mut self, transaction: Resource<Transaction>, mark: jobs::Mark) -> Outcome<()> {
        let open = self.table.get_mut(&transaction)?;
        let mark = mark_from_guest(mark);
        Ok(self.call.marks().start_mark(open, &mark).await.map_err(convert::failure_to_guest))
    }

    async fn move_mark(&mut self, transaction: Resource<Transaction>, mark: jobs::Mark) -> Outcome<()> {
        let open = self.table.get_mut(&transaction)?;
        let mark = mark_from_guest(mark);
        Ok(self.call.marks().move_mark(open, &mark).await.map_err(convert::failure_to_guest))
    }

    async fn remove_mark(&mut self, transaction: Resource<Transaction>, part: String) -> Outcome<()> {
        let open = self.table.get_mut(&transaction)?;
        Ok(self.call.marks().remove_mark(open, &part).await.map_err(convert::failure_to_guest))
    }
}

impl mail::Host for State {
    async fn send(&mut self, transaction: Resource<Transaction>, message: mail::Message) -> Outcome<()> {
        let open = self.table.get_mut(&transaction)?;
        let sent = self.call.outbox().send_mail(open, message.to, message.subject, message.text).await;
        Ok(self.told(APP_STORE, sent))
    }

    async fn send_with_secret(
        &mut self,
        transaction: Resource<Transaction>,
        message: mail::Message,
        secret: Resource<SecretHandle>,
    ) -> Outcome<()> {
        let secret = self.table.get(&secret)?.clone();
        let open = self.table.get_mut(&transaction)?;
        let mail::Message { to, subject, text } = message;
        let sent = self.call.outbox().send_mail_with_secret(open, to, subject, &text, &secret).await;
        Ok(self.told(APP_STORE, sent))
    }
}

impl notifications::Host for State {
    async fn notify(
        &mut self,
        transaction: Resource<Transaction>,
        audience: notifications::Audience,
        name: String,
        data: String,
    ) -> Outcome<u32> {
        let audience = match audience {
            notifications::Audience::Person(user_id) => Audience::Person(user_id),
            notifications::Audience::Organization(organization_id) => Audience::Organization(organization_id),
        };
        let open = self.table.get_mut(&transaction)?;
        let told = self.call.notify(open, audience, &name, &data).await;
        Ok(self.told(APP_STORE, told))
    }

    async fn notify_those(
        &mut self,
        transaction: Resource<Transaction>,
        statement: String,
        parameters: Vec<values::Binding>,
        name: String,
        data: String,
    ) -> Outcome<u32> {
        let bindings = convert::bindings_from_guest(parameters);
        let open = self.table.get_mut(&transaction)?;
        let told = self.call.notify_those(open, &statement, bindings, &name, &data).await;
        Ok(self.told(APP_STORE, told))
    }
}

fn mark_to_guest(mark: Mark) -> jobs::Mark {
    jobs::Mark { part: mark.part, version: mark.version, looked_at: mark.looked_at }
}

fn mark_from_guest(mark: jobs::Mark) -> Mark {
    Mark { part: mark.part, version: mark.version, looked_at: mark.looked_at }
}
