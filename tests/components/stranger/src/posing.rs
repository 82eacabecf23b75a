//! Names of others, and what is told under them.

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, SelectEverybody, "sql/everybody.sql");

/// An export is ready, as the family `datasets` tells it.
#[derive(Serialize, Schema)]
pub struct DataExportReady {
    #[schema(example = 1)]
    pub export_id: i64,
}

impl Event for DataExportReady {
    const NAME: &'static str = "data_export.ready";
    const SUMMARY: &'static str = "An export is ready.";
}

/// The inbox has grown, as families tell it.
#[derive(Serialize, Schema)]
pub struct InboxGrew {
    #[schema(example = 1)]
    pub entries: i64,
}

impl Notification for InboxGrew {
    const NAME: &'static str = "inbox.grew";
    const SUMMARY: &'static str = "The inbox has grown.";
}

/// The refusals that an act met, and how many people were told.
#[derive(Serialize, Schema)]
pub struct Acted {
    /// A word for each thing that was tried: `done`, or the refusal.
    #[schema(example = "done")]
    pub audit: String,
    #[schema(example = "done")]
    pub event: String,
    #[schema(example = 0)]
    pub told: u32,
}

fn word<T>(outcome: Result<T, StatementFailure>) -> String {
    match outcome {
        Ok(_) => "done".to_owned(),
        Err(StatementFailure::Rejected(sentence)) => sentence,
        Err(other) => format!("{other:?}"),
    }
}

/// Writes an audit entry, an event and a message about what the guard found, under names of others.
pub fn act() -> Result<Acted, Problem> {
    let transaction = Transaction::begin()?;
    let audit = word(transaction.audit(AuditEntry::of("organization.suspended", "organization", &1)));
    let told = transaction.notify_those(SelectEverybody {}, &InboxGrew { entries: 1 }).unwrap_or_default();
    transaction.commit()?;
    let transaction = Transaction::begin()?;
    let event = word(transaction.emit(&DataExportReady { export_id: 1 }));
    transaction.commit()?;
    Ok(Acted { audit, event, told })
}

/// An organization to write about.
#[derive(Deserialize, Schema)]
pub struct Named {
    #[schema(example = 1)]
    organization_id: i64,
}

/// Writes into the audit log and the events of the organization that the body names
#[endpoint(post = "/session/stranger/entries", session, cache = no_store, body = Acted)]
pub fn write_entry(JsonBody(named): JsonBody<Named>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    let entry = AuditEntry::of("organization.suspended", "organization", &1).of_organization(named.organization_id);
    let audit = word(transaction.audit(entry).and_then(|()| transaction.commit()));
    let transaction = Transaction::begin()?;
    let emitted = transaction.emit_for(named.organization_id, &DataExportReady { export_id: 1 });
    let event = word(emitted.and_then(|_| transaction.commit()));
    Ok(Answer::json(&Acted { audit, event, told: 0 }))
}
