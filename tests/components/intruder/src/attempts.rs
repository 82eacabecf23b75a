//! Each capability, ungranted.

use quarry_sdk::prelude::*;
use quarry_sdk::{SecretFailure, cancel_job, job_status};
use serde::Serialize;

/// Which capability.
#[derive(Parameters)]
pub struct AttemptPath {
    /// Its name.
    #[parameter(path, max_length = 40, example = "audit")]
    what: String,
}

/// The refusal.
#[derive(Debug, Schema)]
pub struct Refusal {
    #[schema(example = "the component was not granted audit")]
    pub refusal: String,
}

/// An event.
#[derive(Debug, Serialize, Schema)]
pub struct Happened {
    #[schema(example = 1)]
    pub id: i64,
}

impl Event for Happened {
    const NAME: &'static str = "thing.happened";
    const SUMMARY: &'static str = "It happened.";
}

/// A job.
pub struct Nothing;

impl Job for Nothing {
    const NAME: &'static str = "nothing";
    const SUMMARY: &'static str = "Does nothing.";
    type Arguments = ();

    fn run(_run: &JobRun, _arguments: ()) -> Result<(), JobFailure> {
        Ok(())
    }
}

/// Tries a capability
#[endpoint(get = "/intruder/{what}", key = "read", cache = no_store, body = Refusal)]
pub fn attempt_ungranted(_request: &Request, path: AttemptPath) -> Result<Answer, Problem> {
    let within = |work: &dyn Fn(&Transaction) -> Result<(), StatementFailure>| {
        Transaction::begin().and_then(|transaction| work(&transaction))
    };
    let outcome = match path.what.as_str() {
        "audit" => within(&|transaction| transaction.audit(AuditEntry::of("a.b", "thing", &1))),
        "events" => within(&|transaction| transaction.emit(&Happened { id: 1 }).map(|_| ())),
        "jobs" => within(&|transaction| transaction.enqueue::<Nothing>(&()).map(|_| ())),
        "mail" => within(&|transaction| {
            transaction.send_mail(&Mail { to: "a@example.org".into(), subject: "x".into(), text: String::new() })
        }),
        "secrets" => {
            let refusal = Secret::mint("tok_").err();
            return Ok(Answer::object().member("refusal", &refused(refusal)).into());
        }
        "job_status" => job_status(1).map(|_| ()),
        "cancel_job" => cancel_job(1).map(|_| ()),
        _ => Ok(()),
    };
    let refusal = match outcome {
        Err(StatementFailure::Rejected(sentence)) => sentence,
        other => format!("{other:?}"),
    };
    Ok(Answer::object().member("refusal", &refusal).into())
}

/// The sentence of a refused secret.
fn refused(failure: Option<SecretFailure>) -> String {
    match failure {
        Some(SecretFailure::NotGranted(sentence)) => sentence,
        other => format!("{other:?}"),
    }
}
