//! Writes of a transaction for others, and the jobs that come of it.

use crate::calls::stores::AskAppStore;
use crate::calls::{Arguments, Outcome, done, failed, given};
use quarry_sdk::bindings::quarry::plugin::{app_store, jobs};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::json;
use serde::{Deserialize, Serialize};

/// A call was made: as an event, as a message and as a job.
#[derive(Debug, Serialize, Deserialize, Schema)]
pub struct CallMade {
    #[schema(example = "a")]
    pub text: String,
}

impl Event for CallMade {
    const NAME: &'static str = "call.made";
    const SUMMARY: &'static str = "A call was made.";
}

impl Notification for CallMade {
    const NAME: &'static str = "call.made";
    const SUMMARY: &'static str = "A call was made.";
}

/// Does nothing.
#[job]
pub fn idle(_arguments: CallMade) -> Result<(), JobFailure> {
    Ok(())
}

pub fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let made = CallMade { text: String::from_utf8_lossy(&arguments.bytes()).into_owned() };
    let letter = Mail {
        to: arguments.text.clone().unwrap_or_else(|| "ada@example.org".to_owned()),
        subject: "A call".to_owned(),
        text: format!("It was made: {{secret}} {}\n", made.text),
    };
    Some(match (interface, name) {
        ("audit", "record") => last(arguments, |transaction| {
            let entry = AuditEntry::of("call.made", "call", &arguments.id()).after(&made);
            let entry = match arguments.organization_id {
                Some(organization_id) => entry.of_organization(organization_id),
                None => entry,
            };
            done(transaction.audit(entry))
        }),
        ("events", "emit") => last(arguments, |transaction| given(transaction.emit(&made), |id| json!(id))),
        ("events", "emit-for") => last(arguments, |transaction| {
            given(transaction.emit_for(arguments.organization_id(), &made), |id| json!(id))
        }),
        ("jobs", "enqueue") => last(arguments, |transaction| given(transaction.enqueue::<idle>(&made), |id| json!(id))),
        ("jobs", "status") => {
            given(jobs::status(arguments.id()), |status| json!(status.map(|status| format!("{:?}", status.state))))
        }
        ("jobs", "cancel") => given(jobs::cancel(arguments.id()), |was_stopped| json!(was_stopped)),
        ("jobs", "report-progress") => {
            given(jobs::report_progress(1, None), |instruction| json!(format!("{instruction:?}")))
        }
        ("jobs", "shares-left") => {
            let left = jobs::shares_left();
            given(
                Ok::<_, StatementFailure>(left),
                |left| json!({ "statements": left.statements, "events": left.events }),
            )
        }
        ("jobs", "newest-version") => given(jobs::newest_version(), |version| json!(version)),
        ("jobs", "marks") => given(jobs::marks(), |marks| json!(marks.len())),
        ("jobs", "begin-turn") => given(jobs::begin_turn(arguments.text()), |mark| json!(mark.is_some())),
        ("jobs", "hold-turn") => last_in(|transaction| done(jobs::hold_turn(transaction, arguments.text()))),
        ("jobs", "start-mark") => last_in(|transaction| done(jobs::start_mark(transaction, &mark(arguments)))),
        ("jobs", "move-mark") => last_in(|transaction| done(jobs::move_mark(transaction, &mark(arguments)))),
        ("jobs", "remove-mark") => last_in(|transaction| done(jobs::remove_mark(transaction, arguments.text()))),
        ("mail", "send") => last(arguments, |transaction| done(transaction.send_mail(&letter))),
        ("mail", "send-with-secret") => {
            // Where none may be minted, one that a person sent shows that letters are refused too.
            arguments.secret_to_use(|secret| {
                last(arguments, |transaction| done(transaction.send_mail_with_secret(&letter, secret)))
            })
        }
        ("notifications", "notify") => last(arguments, |transaction| {
            let audience = match (arguments.organization_id, arguments.id()) {
                (Some(organization_id), _) => Audience::Organization(organization_id),
                (None, user_id) => Audience::Person(user_id),
            };
            given(transaction.notify(audience, &made), |told| json!(told))
        }),
        ("notifications", "notify-those") => {
            last(arguments, |transaction| given(transaction.notify_those(AskAppStore {}, &made), |told| json!(told)))
        }
        _ => return None,
    })
}

fn mark(arguments: &Arguments) -> jobs::Mark {
    jobs::Mark { part: arguments.text().to_owned(), version: arguments.id(), looked_at: 0 }
}

/// Does `work` in one transaction as the contract has it, and makes it last if it came to something.
fn last_in(work: impl Fn(&app_store::Transaction) -> Outcome) -> Outcome {
    let transaction = app_store::begin().map_err(failed)?;
    let value = work(&transaction)?;
    app_store::commit(transaction).map_err(failed).map(|()| value)
}

/// Does `work` in one transaction, as often as the arguments say, and makes it last if it came to something.
fn last(arguments: &Arguments, work: impl Fn(&Transaction) -> Outcome) -> Outcome {
    let transaction = Transaction::begin().map_err(failed)?;
    let mut outcome = work(&transaction);
    for _ in 1..arguments.times.unwrap_or(1) {
        outcome = work(&transaction);
    }
    match outcome {
        Ok(value) => transaction.commit().map_err(failed).map(|()| value),
        Err(failure) => Err(failure),
    }
}
