//! Transactions of the app store, and what is written with them.

use crate::bindings::quarry::plugin::{app_store, audit, events, jobs, mail, notifications};
use crate::event::Event;
use crate::job::Job;
use crate::notification::Notification;
use crate::result_set::ResultSet;
use crate::statement::{Statement, StatementFailure};
use crate::{ColumnValue, Problem, Row, Time};
use serde::Serialize;

/// Statements that happen together or not at all. Dropped without [`Transaction::commit`], it is undone.
///
/// One is open at a time, for at most five seconds. Ask the warehouse and other hosts before it begins; while it is open
/// such calls are refused. Once a statement of it has failed, nothing more can be done with it.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # statement!(app_store, RenameNote, "sql/rename_note.sql");
/// # fn rename(id: i64, version: i64, title: String) -> Result<(), Problem> {
/// let transaction = Transaction::begin()?;
/// let renamed = transaction.execute(RenameNote { id, version, title: title.clone() })?;
/// if renamed == 0 {
///     return Err(Problem::not_found(format!("There is no note {id} of version {version}."))); // dropped: undone
/// }
/// transaction.audit(AuditEntry::of("note.renamed", "note", &id).after(&title))?;
/// transaction.commit()?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Transaction {
    inner: app_store::Transaction,
}

impl Transaction {
    pub(crate) fn inner(&self) -> &app_store::Transaction {
        &self.inner
    }

    /// Begins a transaction. Needs the grant `app-store`.
    pub fn begin() -> Result<Transaction, StatementFailure> {
        app_store::begin().map(|inner| Transaction { inner })
    }

    /// Runs a statement and gives its rows; it sees what the transaction has written.
    pub fn query(&self, statement: impl Statement) -> Result<ResultSet, StatementFailure> {
        fn name<S: Statement>(_: &S) -> &'static str {
            S::NAME
        }
        let name = name(&statement);
        self.inner.query(name, &statement.bindings()).map(ResultSet::new)
    }

    /// Runs a statement for its effect and tells how many rows it touched.
    pub fn execute(&self, statement: impl Statement) -> Result<u64, StatementFailure> {
        fn name<S: Statement>(_: &S) -> &'static str {
            S::NAME
        }
        let name = name(&statement);
        self.inner.execute(name, &statement.bindings())
    }

    /// Runs an `INSERT` of one row that ends in `RETURNING id`, and gives the id.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn add(transaction: &Transaction, insert: impl Statement) -> Result<i64, Problem> {
    /// let id = transaction.insert(insert)?;
    /// # Ok(id)
    /// # }
    /// ```
    pub fn insert(&self, statement: impl Statement) -> Result<i64, Problem> {
        let made = self.query(statement)?;
        made.integer(0, "id")
            .ok_or_else(|| Problem::refused_by_host("a statement that adds a row gave no whole number as id"))
    }

    /// Reads all rows, as [`Statement::all`] does, within the transaction.
    pub fn all<R: Row>(&self, statement: impl Statement) -> Result<Vec<R>, Problem> {
        Ok(self.query(statement)?.read()?)
    }

    /// Reads the first row, as [`Statement::one`] does, within the transaction.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # statement!(app_store, CountNotes, "sql/note_count.sql");
    /// # #[derive(Row)]
    /// # struct Count { notes: u64 }
    /// # fn count(transaction: &Transaction) -> Result<Option<Count>, Problem> {
    /// transaction.one(CountNotes {})
    /// # }
    /// ```
    pub fn one<R: Row>(&self, statement: impl Statement) -> Result<Option<R>, Problem> {
        Ok(self.query(statement)?.read_first()?)
    }

    /// As [`Statement::values`], within the transaction.
    pub fn values<T: ColumnValue>(&self, statement: impl Statement) -> Result<Vec<T>, Problem> {
        Ok(self.query(statement)?.read_values()?)
    }

    /// As [`Statement::value`], within the transaction.
    pub fn value<T: ColumnValue>(&self, statement: impl Statement) -> Result<Option<T>, Problem> {
        Ok(self.query(statement)?.read_first_value()?)
    }

    /// Writes an audit entry with it. Needs the grant `audit`.
    pub fn audit(&self, entry: AuditEntry) -> Result<(), StatementFailure> {
        audit::record(&self.inner, &entry.inner)
    }

    /// Emits an event of the caller's organization with it, and gives the event's id. Needs the grant `events`.
    pub fn emit<E: Event>(&self, event: &E) -> Result<String, StatementFailure> {
        events::emit(&self.inner, E::NAME, &to_json(event))
    }

    /// Emits an event, as [`Transaction::emit`] does, for another organization: from a job, from a route of staff, and for
    /// the one that the route's guard found.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # use serde::Serialize;
    /// # #[derive(Schema, Serialize)]
    /// # struct NoteCreated { id: i64 }
    /// # impl Event for NoteCreated {
    /// #     const NAME: &'static str = "note.created";
    /// #     const SUMMARY: &'static str = "A note was written.";
    /// # }
    /// # fn example(transaction: &Transaction, organization_id: i64) -> Result<(), Problem> {
    /// // In a job, or on a route of staff.
    /// transaction.emit_for(organization_id, &NoteCreated { id: 17 })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn emit_for<E: Event>(&self, organization_id: i64, event: &E) -> Result<String, StatementFailure> {
        events::emit_for(&self.inner, organization_id, E::NAME, &to_json(event))
    }

    /// Enqueues a job with it, and gives the job's id. Needs the grant `jobs`.
    pub fn enqueue<J: Job>(&self, arguments: &J::Arguments) -> Result<i64, StatementFailure> {
        self.enqueue_when::<J>(arguments, None, None)
    }

    /// Enqueues a job, as [`Transaction::enqueue`] does, that runs no earlier than `run_at`. While a job of this kind and
    /// `unique_key` waits or runs, no job is added, and the id is that job's.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Serialize, Deserialize)]
    /// # struct Digest {}
    /// # impl Job for Digest {
    /// #     const NAME: &'static str = "digest";
    /// #     const SUMMARY: &'static str = "Makes a digest.";
    /// #     type Arguments = Digest;
    /// #     fn run(_: &JobRun, _: Digest) -> Result<(), JobFailure> { Ok(()) }
    /// # }
    /// # fn example(transaction: &Transaction, tomorrow: Time, organization_id: i64) -> Result<(), Problem> {
    /// let one_a_day = Some(format!("digest/{organization_id}"));
    /// let _id = transaction.enqueue_when::<Digest>(&Digest {}, Some(tomorrow), one_a_day)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn enqueue_when<J: Job>(
        &self,
        arguments: &J::Arguments,
        run_at: Option<Time>,
        unique_key: Option<String>,
    ) -> Result<i64, StatementFailure> {
        let job = jobs::NewJob {
            name: J::NAME.to_owned(),
            arguments: to_json(arguments),
            run_at: run_at.map(|time| time.microseconds),
            unique_key,
        };
        jobs::enqueue(&self.inner, &job)
    }

    /// Sends an email if the transaction lasts. Needs the grant `mail`.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(transaction: &Transaction, to: String) -> Result<(), Problem> {
    /// let letter = Mail { to, subject: "Your notes".to_owned(), text: "They are ready.".to_owned() };
    /// transaction.send_mail(&letter)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn send_mail(&self, letter: &Mail) -> Result<(), StatementFailure> {
        let Mail { to, subject, text } = letter;
        mail::send(&self.inner, &mail::Message { to: to.clone(), subject: subject.clone(), text: text.clone() })
    }

    /// Sends an email, as [`Transaction::send_mail`] does, with a token that was minted in this call where the text says
    /// `{secret}`. Needs the grants `mail` and `secrets`.
    pub fn send_mail_with_secret(&self, letter: &Mail, secret: &crate::Secret) -> Result<(), StatementFailure> {
        let Mail { to, subject, text } = letter;
        let message = mail::Message { to: to.clone(), subject: subject.clone(), text: text.clone() };
        mail::send_with_secret(&self.inner, &message, secret.handle())
    }

    /// Tells people who are connected, once the transaction has committed, and gives the number of people it is for. A job and
    /// a route of staff may tell anybody. Other requests may tell the caller and the organization that the caller acts for.
    /// Needs the grant `notifications`.
    pub fn notify<N: Notification>(
        &self,
        audience: notifications::Audience,
        notification: &N,
    ) -> Result<u32, StatementFailure> {
        notifications::notify(&self.inner, audience, N::NAME, &to_json(notification))
    }

    /// Sends a message, as [`Transaction::notify`] does, to the people that a declared statement gives in its first column,
    /// such as the members of a space, but not to the caller. For a route with a guard.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # use serde::Serialize;
    /// # statement!(app_store, Members, "sql/members.sql");
    /// # #[derive(Serialize, Schema)]
    /// # struct CommentAdded { page_id: i64 }
    /// # impl Notification for CommentAdded {
    /// #     const NAME: &'static str = "comment.added";
    /// #     const SUMMARY: &'static str = "Somebody commented on a page.";
    /// # }
    /// # fn tell(transaction: &Transaction, page_id: i64) -> Result<(), Problem> {
    /// transaction.notify_those(Members {}, &CommentAdded { page_id })?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn notify_those<S: Statement, N: Notification>(
        &self,
        people: S,
        notification: &N,
    ) -> Result<u32, StatementFailure> {
        let data = to_json(notification);
        notifications::notify_those(&self.inner, S::NAME, &people.bindings(), N::NAME, &data)
    }

    pub(crate) fn contract(&self) -> &app_store::Transaction {
        &self.inner
    }

    /// Makes all of it last.
    pub fn commit(self) -> Result<(), StatementFailure> {
        app_store::commit(self.inner)
    }
}

/// An email in plain text; its sender is the deployment.
#[derive(Debug, Clone)]
pub struct Mail {
    /// The one address that it goes to.
    pub to: String,
    /// One line of at most 200 characters.
    pub subject: String,
    /// The text, at most 64 KiB.
    pub text: String,
}

/// An action and the thing that it changed. The host adds the actor, the time and the request.
#[derive(Debug, Clone)]
pub struct AuditEntry {
    inner: audit::Entry,
}

impl AuditEntry {
    /// `action` as `thing.verb`; `target_type` and `target_id` name the thing.
    pub fn of(action: &str, target_type: &str, target_id: &impl ToString) -> AuditEntry {
        let inner = audit::Entry {
            organization_id: None,
            action: action.to_owned(),
            target_type: target_type.to_owned(),
            target_id: target_id.to_string(),
            before: None,
            after: None,
        };
        AuditEntry { inner }
    }

    /// The organization whose log it belongs to, where that is not the one that the caller acts for.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(transaction: &Transaction, organization_id: i64) -> Result<(), Problem> {
    /// let entry = AuditEntry::of("note.removed", "note", &17).of_organization(organization_id);
    /// transaction.audit(entry)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn of_organization(mut self, organization_id: i64) -> AuditEntry {
        self.inner.organization_id = Some(organization_id);
        self
    }

    /// The thing as it was, without secrets.
    pub fn before(mut self, thing: &(impl Serialize + ?Sized)) -> AuditEntry {
        self.inner.before = Some(to_json(thing));
        self
    }

    /// The thing as it is now, without secrets.
    pub fn after(mut self, thing: &(impl Serialize + ?Sized)) -> AuditEntry {
        self.inner.after = Some(to_json(thing));
        self
    }
}

fn to_json(thing: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(thing).unwrap_or_else(|_| "null".to_owned())
}
