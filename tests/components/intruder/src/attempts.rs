//! Each capability, ungranted.

use quarry_sdk::api_keys::{self, ApiKeyFailure, KeySettings};
use quarry_sdk::bindings::quarry::plugin::row_files;
use quarry_sdk::invitations::{self, InvitationFailure, Role};
use quarry_sdk::name_lookup::{self, NameFailure};
use quarry_sdk::prelude::*;
use quarry_sdk::single_sign_on::{self, Change, SingleSignOnFailure};
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

impl Notification for Happened {
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
        "notifications" => within(&|transaction| {
            let happened = |audience| transaction.notify(audience, &Happened { id: 1 });
            happened(Audience::Organization(1)).and_then(|_| happened(Audience::Person(1))).map(|_| ())
        }),
        "row_files" => {
            let target = row_files::Target {
                key: "stolen.csv".to_owned(),
                format: row_files::Format::Csv,
                compression: row_files::Compression::None,
                columns: None,
                valid_seconds: None,
                max_rows: None,
                max_bytes: None,
                reports_progress: false,
            };
            row_files::write("anything", &[], &target).map(|_| ())
        }
        "secrets" => {
            let refusal = Secret::mint("tok_").err();
            return Ok(Answer::object().member("refusal", &refused(refusal)).into());
        }
        "api_keys" | "invitations" | "single_sign_on" | "name_lookup" => {
            return Ok(Answer::object().member("refusal", &beyond_statements(&path.what)).into());
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

/// The sentences of refused verbs of the host.
fn beyond_statements(what: &str) -> String {
    let settings = || KeySettings {
        name: "mine".to_owned(),
        scopes: vec!["read".to_owned()],
        ip_allow_list: Vec::new(),
        expires_at: None,
    };
    match what {
        "api_keys" => match (api_keys::mint(1, &settings()), api_keys::rotate(1, 1, None), api_keys::revoke(1, 1)) {
            (
                Err(ApiKeyFailure::NotGranted(sentence)),
                Err(ApiKeyFailure::NotGranted(_)),
                Err(ApiKeyFailure::NotGranted(_)),
            ) => sentence,
            other => format!("{other:?}"),
        },
        "invitations" => match (invitations::invite(1, "me@example.org", Role::Owner), invitations::withdraw(1, 1)) {
            (Err(InvitationFailure::NotGranted(sentence)), Err(InvitationFailure::NotGranted(_))) => sentence,
            other => format!("{other:?}"),
        },
        "single_sign_on" => {
            let change = Change { issuer: None, client_id: None, is_enabled: Some(true) };
            match (single_sign_on::save(1, &change, None), single_sign_on::test(1)) {
                (Err(SingleSignOnFailure::NotGranted(sentence)), Err(SingleSignOnFailure::NotGranted(_))) => sentence,
                other => format!("{other:?}"),
            }
        }
        _ => match (name_lookup::txt_records("example.org"), name_lookup::check_url("https://example.org/")) {
            (Err(NameFailure::NotGranted(sentence)), Err(NameFailure::NotGranted(_))) => sentence,
            other => format!("{other:?}"),
        },
    }
}

/// The sentence of a refused secret.
fn refused(failure: Option<SecretFailure>) -> String {
    match failure {
        Some(SecretFailure::NotGranted(sentence)) => sentence,
        other => format!("{other:?}"),
    }
}
