//! One run of `quarry-warehouse`: its pipes, its ready line, its last words.

use super::{EmbeddedError, EmbeddedOptions};
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{ChildStdin, Command};
use tokio::task::JoinHandle;

/// A longer line is cut: nothing of the child may fill the host's memory.
const MAX_LINE_BYTES: u64 = 16 << 10;
/// The mark of the child's sentence for people.
const SENTENCE_PREFIX: &str = "quarry-warehouse: ";

/// A running child. Dropping it closes its standard input, which ends it.
pub(super) struct Child {
    process: tokio::process::Child,
    pid: u32,
    /// Held, never written: its end is the child's sign that the host is gone.
    input: Option<ChildStdin>,
    sentence: Arc<Mutex<String>>,
    log: JoinHandle<()>,
}

/// The end of a child.
pub(super) struct ChildEnd {
    pub(super) status: ExitStatus,
    /// Its sentence for people, or its last line, or nothing.
    pub(super) sentence: String,
}

impl Child {
    /// Starts the program and waits for its line `ready`.
    pub(super) async fn start(options: &EmbeddedOptions, patience: Duration) -> Result<Child, EmbeddedError> {
        let spawn_error = |reason: String| EmbeddedError::Spawn { binary: options.binary.clone(), reason };
        let mut process = command(options).spawn().map_err(|error| spawn_error(error.to_string()))?;
        let (Some(pid), Some(input), Some(output), Some(errors)) =
            (process.id(), process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(spawn_error("it has no process id or no pipes".to_owned()));
        };
        let sentence = Arc::new(Mutex::new(String::new()));
        let log = tokio::spawn(forward_log(errors, sentence.clone()));
        let mut child = Child { process, pid, input: Some(input), sentence, log };
        let mut lines = BufReader::new(output).take(MAX_LINE_BYTES).lines();
        let ready = async { matches!(lines.next_line().await, Ok(Some(line)) if line == "ready") };
        match tokio::time::timeout(patience, ready).await {
            Ok(true) => Ok(child),
            // The end of its output comes with the end of the child.
            Ok(false) => Err(child.ended().await.into_start_error()),
            Err(_) => {
                child.kill().await;
                Err(EmbeddedError::NotReady)
            }
        }
    }

    pub(super) fn pid(&self) -> u32 {
        self.pid
    }

    /// Waits for the end. Dropping the future loses nothing.
    pub(super) async fn ended(&mut self) -> ChildEnd {
        let status = match self.process.wait().await {
            Ok(status) => status,
            Err(error) => {
                tracing::error!(%error, pid = self.pid, "waiting for the warehouse failed");
                ExitStatus::default()
            }
        };
        // Its last words may still be on their way; they end with the process.
        let _ = tokio::time::timeout(Duration::from_secs(1), &mut self.log).await;
        let sentence = self.sentence.lock().unwrap_or_else(PoisonError::into_inner).clone();
        ChildEnd { status, sentence }
    }

    /// Closes its input and waits; kills it when it takes longer than `patience`.
    pub(super) async fn stop(mut self, patience: Duration) {
        drop(self.input.take());
        match tokio::time::timeout(patience, self.process.wait()).await {
            Ok(Ok(status)) => tracing::info!(pid = self.pid, %status, "the warehouse stopped"),
            Ok(Err(error)) => tracing::error!(%error, pid = self.pid, "waiting for the warehouse failed"),
            Err(_) => self.kill().await,
        }
    }

    async fn kill(&mut self) {
        tracing::error!(pid = self.pid, "the warehouse does not stop, killing it");
        if let Err(error) = self.process.kill().await {
            tracing::error!(%error, pid = self.pid, "the warehouse could not be killed");
        }
    }
}

impl ChildEnd {
    /// The error of a child that ended before it served.
    fn into_start_error(self) -> EmbeddedError {
        match self.status.code() {
            Some(exit_code) if is_permanent_exit(exit_code) => {
                EmbeddedError::Refused { exit_code, sentence: self.sentence }
            }
            _ => EmbeddedError::Died { status: self.status.to_string(), sentence: self.sentence },
        }
    }
}

/// The exit codes that mean: starting again cannot help.
fn is_permanent_exit(code: i32) -> bool {
    // 2 is the command line's.
    code == 2 || (10..=19).contains(&code)
}

fn command(options: &EmbeddedOptions) -> Command {
    let mut command = Command::new(&options.binary);
    command
        .arg("--library")
        .arg(&options.library)
        .arg("--data-dir")
        .arg(&options.data_dir)
        .arg("--socket")
        .arg(&options.socket)
        .arg("--parent-pid")
        .arg(std::process::id().to_string())
        // Times without a zone in statements are UTC, wherever the host runs.
        .env("TZ", "UTC")
        // The engine's allocator gives back what is unused after half a minute, not after five seconds: a third of an
        // ingest's time was the kernel clearing pages that had just been given back.
        .env("JE_MALLOC_CONF", "dirty_decay_ms:30000")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(limit) = options.memory_limit_bytes {
        command.arg("--memory-limit-bytes").arg(limit.to_string());
    }
    if let Some(queries) = options.max_concurrent_queries {
        command.arg("--max-concurrent-queries").arg(queries.to_string());
    }
    command
}

/// Hands the child's log on to the host's, and remembers the sentence for people.
async fn forward_log(errors: impl AsyncRead + Unpin, sentence: Arc<Mutex<String>>) {
    let mut reader = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        if let Some(said) = text.strip_prefix(SENTENCE_PREFIX) {
            *sentence.lock().unwrap_or_else(PoisonError::into_inner) = said.to_owned();
        }
        tracing::info!(target: "quarry::warehouse_process", "{text}");
    }
}
