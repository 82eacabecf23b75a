//! `quarry-warehouse`: ClickHouse inside one process, behind the part of its HTTP interface that the `clickhouse` crate
//! uses, on a Unix socket. The host starts it as a child (`quarry up`); production points the host at a ClickHouse server.
//!
//! It prints one line, `ready`, when it serves. A start that fails is one sentence on standard error and one of the exit
//! codes of [`start_error`]. SIGTERM, or the end of the host, cancels what runs and stops cleanly with code 0.
//!
//! A request goes `http` → `statement` (read, refuse) → `execute` → `engine`.

mod data_dir;
mod engine;
mod execute;
mod http;
mod lifetime;
mod options;
mod start_error;
mod statement;

use crate::engine::{Engine, EngineOptions};
use crate::execute::Execution;
use crate::options::Options;
use crate::start_error::StartError;
use clap::Parser;
use rustix::fs::Mode;
use std::io::Write;
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::UnixListener;

/// Threads that move bytes; the engine has its own.
const RUNTIME_THREADS: usize = 2;
/// Blocking threads besides one for each query: cancellations and reserves.
const SPARE_BLOCKING_THREADS: usize = 16;
/// The time that running queries may take to notice that they are cancelled.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let options = Options::parse();
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("QUARRY_WAREHOUSE_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info")),
        )
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
    match run(options) {
        Ok(()) => engine::ffi::end_process(),
        Err(error) => {
            // Nothing is left to tell when standard error is closed.
            let _ = writeln!(std::io::stderr(), "quarry-warehouse: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(options: Options) -> Result<(), StartError> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        let platform = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
        return Err(StartError::UnsupportedPlatform { platform });
    }
    let started = Instant::now();
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    lifetime::attach(options.parent_pid)?;
    let whole = |path: &Path| absolute(path).map_err(|source| StartError::data_dir(path, source));
    let engine_options = EngineOptions {
        library: whole(&options.library)?,
        data_dir: whole(&options.data_dir)?,
        memory_limit_bytes: options.memory_limit_bytes,
    };
    let socket = whole(&options.socket)?;
    data_dir::take(&engine_options.data_dir)?;
    let engine = Engine::start(&engine_options)?;
    tracing::info!(
        clickhouse = engine.version(),
        library = engine.library_version(),
        duration_ms = started.elapsed().as_millis() as u64,
        "engine started"
    );
    let max_queries = usize::from(options.max_concurrent_queries);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(RUNTIME_THREADS)
        .max_blocking_threads(max_queries + SPARE_BLOCKING_THREADS)
        .enable_all()
        .build()
        .map_err(StartError::Lifetime)?;
    let execution = Arc::new(Execution::new(engine, max_queries));
    runtime.block_on(serve(&socket, execution.clone(), options.parent_pid))?;
    // Connections that are still open hold nothing of the engine any more.
    runtime.shutdown_timeout(Duration::from_secs(1));
    execution.engine.stop();
    Ok(())
}

async fn serve(socket: &PathBuf, execution: Arc<Execution>, parent_pid: Option<i32>) -> Result<(), StartError> {
    let listener = listen(socket)?;
    let mut reason = Ok("");
    let stop = async {
        reason = lifetime::stop_requested(parent_pid).await;
    };
    // A host that does not read the line is no reason not to serve.
    let _ = writeln!(std::io::stdout(), "ready").and_then(|()| std::io::stdout().flush());
    http::serve(listener, execution.clone(), stop).await;
    tracing::info!(reason = reason?, "stopping");
    // Nobody can come in any more; a missing file only means that somebody else has removed it.
    let _ = std::fs::remove_file(socket);
    execution.stop(STOP_PATIENCE).await;
    Ok(())
}

/// Opens the socket, in place of one that a killed predecessor has left. The data directory's lock is held, so nobody
/// serves on it.
fn listen(socket: &Path) -> Result<UnixListener, StartError> {
    let failed = |source| StartError::Socket { path: socket.to_owned(), source };
    match std::fs::remove_file(socket) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let listener = UnixListener::bind(socket).map_err(failed)?;
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(socket, mode).map_err(failed)?;
    Ok(listener)
}
