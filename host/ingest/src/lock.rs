//! One ingest at a time in a warehouse.
//!
//! Replacing a block reads what is there and writes over it, and bars are rebuilt from what is there: two ingests at once
//! could each miss the other's rows. ClickHouse has no transactions, but creating a table is atomic: the lock is a table,
//! its comment says who holds it. A lock whose holder has died (a crash, a reboot) is taken over.

use std::fs;

use super::error::IngestError;
use super::session::Session;
use quarry_stores::result_set::Value;

const LOCK_TABLE: &str = "ingest_lock";
const OPERATION: &str = "taking the ingest lock";

/// Takes the lock, or takes it over from a holder that is gone.
pub(super) async fn acquire(session: &Session) -> Result<(), IngestError> {
    let Err(error) = create(session).await else { return Ok(()) };
    // It is there already, or the warehouse does not answer.
    let Some(owner) = holder(session).await? else { return Err(error) };
    if Holder::parse(&owner).is_some_and(|holder| holder.may_live(&Holder::of_this_process())) {
        return Err(IngestError::Busy { owner });
    }
    release(session).await?;
    match create(session).await {
        Ok(()) => Ok(()),
        // Somebody else was faster.
        Err(error) => match holder(session).await? {
            Some(owner) => Err(IngestError::Busy { owner }),
            None => Err(error),
        },
    }
}

async fn create(session: &Session) -> Result<(), IngestError> {
    session.execute(OPERATION, &create_statement(), &[]).await
}

/// Gives the lock back.
pub(super) async fn release(session: &Session) -> Result<(), IngestError> {
    session.execute("releasing the ingest lock", &format!("DROP TABLE IF EXISTS {LOCK_TABLE} SYNC"), &[]).await
}

fn create_statement() -> String {
    format!("CREATE TABLE {LOCK_TABLE} (held UInt8) ENGINE = Null COMMENT '{}'", Holder::of_this_process().render())
}

async fn holder(session: &Session) -> Result<Option<String>, IngestError> {
    let sql = "SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = {table:String}";
    let rows = session.rows(OPERATION, sql, &[("table", Value::Text(LOCK_TABLE.to_owned()))]).await?;
    if rows.count() == 0 { Ok(None) } else { rows.text(0, 0).map(Some) }
}

/// The holder of the lock: a process, told apart from a later one of the same number by its start time, on a booted machine.
#[derive(PartialEq)]
struct Holder {
    process: String,
    started: String,
    host: String,
    boot: String,
}

impl Holder {
    fn of_this_process() -> Holder {
        let process = std::process::id().to_string();
        Holder {
            started: start_time(&process).unwrap_or_default(),
            process,
            host: kernel_text("hostname"),
            boot: kernel_text("random/boot_id"),
        }
    }

    /// True when the holder may still be at work. This process is not: it holds the lock through a mutex of its own, so a lock
    /// of its own is left over from an ingest that was cancelled. A holder on another machine cannot be asked.
    fn may_live(&self, this: &Holder) -> bool {
        if self.host != this.host {
            return true;
        }
        self.boot == this.boot && self != this && start_time(&self.process).is_some_and(|start| start == self.started)
    }

    fn render(&self) -> String {
        format!("process {} started {} host {} boot {}", self.process, self.started, self.host, self.boot)
    }

    fn parse(text: &str) -> Option<Holder> {
        let words: Vec<_> = text.split(' ').collect();
        let ["process", process, "started", started, "host", host, "boot", boot] = words[..] else { return None };
        let owned = str::to_owned;
        Some(Holder { process: owned(process), started: owned(started), host: owned(host), boot: owned(boot) })
    }
}

/// The start time of a live process in the kernel's clock ticks; `None` where there is no such process.
fn start_time(process: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses and may hold spaces; the start time is the 22nd.
    status.rsplit_once(')')?.1.split_whitespace().nth(19).map(str::to_owned)
}

/// A value of the kernel as a word that is safe in a comment.
fn kernel_text(name: &str) -> String {
    let text = fs::read_to_string(format!("/proc/sys/kernel/{name}")).unwrap_or_default();
    let word: String =
        text.trim().chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_')).collect();
    if word.is_empty() { "unknown".to_owned() } else { word }
}
