//! Misuses that a transaction refuses.

use crate::notebook::jobs::{MisbehaveArguments, misbehave};
use crate::notebook::notes::{InsertNote, SelectNote};
use quarry_sdk::prelude::*;
use serde::Serialize;

/// The misuse to try.
#[derive(Parameters)]
pub struct MisusePath {
    /// Its name.
    #[parameter(path, max_length = 40, example = "nested")]
    what: String,
}

/// The refusal.
#[derive(Debug, Schema)]
pub struct Refusal {
    #[schema(example = "a transaction is open")]
    pub refusal: String,
}

/// An event that the manifest does not declare.
#[derive(Debug, Serialize, Schema)]
struct Undeclared {
    #[schema(example = 1)]
    id: i64,
}

impl Event for Undeclared {
    const NAME: &'static str = "note.undeclared";
    const SUMMARY: &'static str = "Not in the manifest.";
}

/// An event under a declared name with other data.
#[derive(Debug, Serialize, Schema)]
struct Malformed {
    #[schema(example = 1)]
    number: i64,
}

impl Event for Malformed {
    const NAME: &'static str = "note.created";
    const SUMMARY: &'static str = "Not as declared.";
}

/// A job that the manifest does not declare.
struct UndeclaredJob;

impl Job for UndeclaredJob {
    const NAME: &'static str = "undeclared";
    const SUMMARY: &'static str = "Not in the manifest.";
    type Arguments = ();

    fn run(_run: &JobRun, _arguments: ()) -> Result<(), JobFailure> {
        Ok(())
    }
}

/// Misuses a transaction
#[endpoint(
    get = "/notebook/misuse/{what}", key = "research:write", cache = no_store, writes = "It misuses transactions.", body = Refusal
)]
pub fn misuse_notebook(path: MisusePath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let outcome = match path.what.as_str() {
        "nested" => Transaction::begin().map(|_| ()),
        "outside" => SelectNote { id: 1 }.query().map(|_| ()),
        "undeclared_event" => transaction.emit(&Undeclared { id: 1 }).map(|_| ()),
        "malformed_event" => transaction.emit(&Malformed { number: 1 }).map(|_| ()),
        "undeclared_job" => transaction.enqueue::<UndeclaredJob>(&()).map(|_| ()),
        "bad_address" => transaction.send_mail(&Mail { to: "nobody".into(), subject: "x".into(), text: String::new() }),
        "bad_subject" => transaction.send_mail(&Mail {
            to: "a@b.org".into(),
            subject: "x\nBcc: c@d.org".into(),
            text: String::new(),
        }),
        "many_letters" => (0..11).try_for_each(|_| {
            transaction.send_mail(&Mail { to: "a@example.org".into(), subject: "x".into(), text: String::new() })
        }),
        "many_entries" => {
            (0..101).try_for_each(|number| transaction.audit(AuditEntry::of("note.looked_at", "note", &number)))
        }
        "many_jobs" => (0..101).try_for_each(|_| {
            transaction.enqueue::<misbehave>(&MisbehaveArguments { how: "nothing".to_owned() }).map(|_| ())
        }),
        "large_entry" => transaction.audit(AuditEntry::of("note.looked_at", "note", &1).after(&"x".repeat(70_000))),
        "after_failure" => {
            let title = "the same twice".to_owned();
            let twice = (0..2).try_for_each(|_| transaction.query(InsertNote { title: title.clone() }).map(|_| ()));
            if !matches!(twice, Err(StatementFailure::Conflict(_))) {
                return Err(Problem::new(500, "unexpected", format!("{twice:?}")));
            }
            transaction.query(SelectNote { id: 1 }).map(|_| ())
        }
        "progress" => quarry_sdk_report(),
        _ => Ok(()),
    };
    let refusal = match outcome {
        Ok(()) => "not refused".to_owned(),
        Err(
            StatementFailure::Rejected(sentence)
            | StatementFailure::LimitExceeded(sentence)
            | StatementFailure::Conflict(sentence)
            | StatementFailure::DeadlineExceeded(sentence)
            | StatementFailure::Unavailable(sentence),
        ) => sentence,
    };
    Ok(Answer::object().member("refusal", &refusal).into())
}

/// Reports that a job goes on, in a call that is not a job.
fn quarry_sdk_report() -> Result<(), StatementFailure> {
    quarry_sdk::bindings::quarry::plugin::jobs::report_progress(1, None).map(|_| ())
}
