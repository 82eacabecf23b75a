//! A component's jobs in the sandbox of its author: which there are, and running one at once.

use crate::assembly::OpenStores;
use crate::cli::output;
use crate::cli::plugin::sandbox::Sandbox;
use crate::cli::store_options::sandbox;
use anyhow::{Context, bail};
use jiff::Timestamp;
use quarry_contract::{JobDeclaration, Manifest};
use quarry_identity::jobs::{NewJob, Queue};
use std::path::{Path, PathBuf};
use tokio::sync::mpsc;

/// The word that an author types to run a job.
const WORD: &str = "run ";

/// Lines that wait to be seen to.
const MAX_TYPED: usize = 16;

/// The lines that the author types.
pub(super) struct Typed(mpsc::Receiver<String>);

impl Typed {
    /// Reads in a thread of its own, which ends with the process: nothing waits for a line that is never typed.
    pub(super) fn new() -> Typed {
        let (sender, lines) = mpsc::channel(MAX_TYPED);
        std::thread::spawn(move || {
            for line in std::io::stdin().lines().map_while(Result::ok) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Typed(lines)
    }

    /// The next line that asks for a job, without its first word. Waits for ever once nobody types any more.
    pub(super) async fn next(&mut self) -> String {
        while let Some(line) = self.0.recv().await {
            match line.trim_start().strip_prefix(WORD) {
                Some(wanted) => return wanted.trim().to_owned(),
                None if line.trim().is_empty() => {}
                None => output::line(format!("\"{}\" is not understood: `run NAME` runs a job", line.trim())),
            }
        }
        std::future::pending().await
    }
}

/// A line for each job: its name, when it runs by itself, and how to run it now.
pub(super) fn lines(manifest: &Manifest) -> Vec<String> {
    let line = |job: &JobDeclaration| {
        let when = job.every.map_or_else(|| "when it is enqueued".to_owned(), |every| format!("every {every:?}"));
        format!("  {} ({when}): {}", job.name, job.summary)
    };
    manifest.jobs.iter().map(line).collect()
}

/// The jobs of a component, for the author's hand.
pub(super) struct DevJobs {
    data_dir: PathBuf,
    organization_id: Option<i64>,
}

impl DevJobs {
    pub(super) fn new(data_dir: &Path, running: &Sandbox) -> DevJobs {
        DevJobs { data_dir: data_dir.to_owned(), organization_id: running.ready["organization_id"].as_i64() }
    }

    /// Enqueues what the author typed, `NAME` or `NAME JSON`; the sandbox runs it within a second.
    pub(super) async fn run(&self, manifest: &Manifest, typed: &str) -> anyhow::Result<()> {
        let (name, arguments) = typed.split_once(' ').unwrap_or((typed, "{}"));
        let Some(job) = manifest.jobs.iter().find(|job| job.name == name) else {
            let known: Vec<&str> = manifest.jobs.iter().map(|job| job.name.as_str()).collect();
            bail!("there is no job {name}; there are: {}", known.join(", "));
        };
        let arguments: serde_json::Value =
            serde_json::from_str(arguments).with_context(|| format!("the arguments of {name} are not JSON"))?;
        let app = OpenStores::open_app_store(&sandbox(Some(&self.data_dir))?).await?;
        let now = Timestamp::now();
        let new = NewJob {
            component: manifest.name.clone(),
            name: job.name.clone(),
            arguments: arguments.to_string(),
            organization_id: self.organization_id,
            user_id: None,
            run_at: now,
            max_attempts: job.max_attempts,
            unique_key: None,
        };
        let mut transaction = app.begin().await?;
        let id = Queue::enqueue(&mut transaction, &new, now).await?;
        transaction.commit().await?;
        app.close().await;
        output::line(format!("job {id}, {name}, waits to be run"));
        Ok(())
    }
}
