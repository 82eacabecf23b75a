//! Machine code from a component's file: made by a process of its own, so that a file that keeps the compiler busy for
//! minutes, eats gigabytes or breaks it down costs that process and nothing else.
//!
//! The child is this program again (`quarry compile-component`): it bounds its own CPU time and memory by the kernel's limits
//! before it looks at the file, knows no configuration and no environment, opens no file, and is killed when the host no longer
//! waits for it. Invariant: the file comes in on standard input and the code leaves on standard output; without code, one
//! sentence stands on standard error.

use crate::code_configuration::code_configuration;
use crate::shim;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use wasmtime::Engine;

/// The subcommand of this program that is the child.
pub const COMPILE_COMMAND: &str = "compile-component";

/// The most code that is taken from the child.
const MAX_CODE_BYTES: u64 = 256 << 20;
/// The most that is read of what it says.
const MAX_SENTENCE_BYTES: u64 = 4096;
/// The factor from a child's CPU time to its time by the clock: on a busy machine it gets a part of one core.
const CLOCK_TO_CPU: u32 = 4;
/// It gives way to the requests that are served meanwhile.
const NICENESS: i32 = 3;
/// The allocator would take a gibibyte of addresses at once, which count as memory.
const ENVIRONMENT: [(&str, &str); 2] = [("MIMALLOC_ARENA_EAGER_COMMIT", "0"), ("MIMALLOC_ARENA_RESERVE", "65536")];
/// The signal that the kernel sends when the CPU time is over.
const SIGNAL_CPU: i32 = 24;

/// The limits for compiling one component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompileLimits {
    /// CPU time of all its threads.
    pub cpu: Duration,
    /// Memory of the process that compiles.
    pub memory_bytes: u64,
}

/// The compiler of components.
#[derive(Debug, Clone, Default)]
pub enum Compiler {
    /// This process, without limits: for programs other than `quarry`, which load what they have built themselves.
    #[default]
    ThisProcess,
    /// A child of this program, within limits.
    Child(CompileLimits),
}

/// The reason why there is no code.
#[derive(Debug, Error)]
pub enum CompileError {
    #[error("it cannot be compiled: {0}")]
    Refused(String),
    #[error("compiling it takes more than {} s of CPU time (compile_seconds)", .0.as_secs())]
    Cpu(Duration),
    #[error("compiling it takes more than {0} bytes of memory (compile_memory_bytes)")]
    Memory(u64),
    #[error("its compiler did not end within {} s (compile_seconds)", .0.as_secs())]
    Clock(Duration),
    #[error("its code would be larger than {MAX_CODE_BYTES} bytes")]
    CodeTooLarge,
    #[error("its compiler broke down ({0})")]
    BrokeDown(ExitStatus),
    #[error("its compiler cannot be started: {0}")]
    Start(io::Error),
    #[error("the compiler was stopped")]
    Stopped,
}

impl CompileError {
    /// Tells that the same file may compile later: the machine was short of something.
    pub fn is_passing(&self) -> bool {
        matches!(self, CompileError::Start(_) | CompileError::Stopped)
    }
}

impl Compiler {
    /// The code of a component for engines like `engine`.
    pub(super) async fn compile(&self, engine: &Engine, bytes: Vec<u8>) -> Result<Vec<u8>, CompileError> {
        match self {
            Compiler::ThisProcess => {
                let engine = engine.clone();
                let compiled = tokio::task::spawn_blocking(move || code_of(&engine, &bytes)).await;
                let refused = |error: wasmtime::Error| CompileError::Refused(format!("{error:#}"));
                compiled.map_err(|_| CompileError::Stopped)?.map_err(refused)
            }
            Compiler::Child(limits) => in_child(*limits, &bytes).await,
        }
    }
}

async fn in_child(limits: CompileLimits, bytes: &[u8]) -> Result<Vec<u8>, CompileError> {
    let mut child = Command::new(this_program().map_err(CompileError::Start)?)
        .arg0("quarry")
        .arg(COMPILE_COMMAND)
        .args(["--cpu-seconds", &limits.cpu.as_secs().to_string()])
        .args(["--memory-bytes", &limits.memory_bytes.to_string()])
        .env_clear()
        .envs(ENVIRONMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(CompileError::Start)?;
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async move {
        if let Some(mut input) = input {
            // One that ended early has a reason of its own, which its status and its sentence tell.
            let _ = input.write_all(bytes).await;
        }
    };
    let ended = async {
        let ((), code, sentence) =
            tokio::join!(feed, all_of(output, MAX_CODE_BYTES + 1), all_of(errors, MAX_SENTENCE_BYTES));
        (code, sentence, child.wait().await)
    };
    let clock = limits.cpu * CLOCK_TO_CPU;
    let (code, sentence, status) = tokio::time::timeout(clock, ended).await.map_err(|_| CompileError::Clock(clock))?;
    let status = status.map_err(|_| CompileError::Stopped)?;
    if code.len() as u64 > MAX_CODE_BYTES {
        return Err(CompileError::CodeTooLarge);
    }
    match status.success() {
        true => Ok(code),
        false => Err(failure(limits, status, &String::from_utf8_lossy(&sentence))),
    }
}

/// Gives the meaning of a child's end without code.
fn failure(limits: CompileLimits, status: ExitStatus, said: &str) -> CompileError {
    let is_out_of_memory = ["memory allocation of", "Cannot allocate memory"].iter().any(|text| said.contains(text));
    match status.signal() {
        Some(SIGNAL_CPU) => CompileError::Cpu(limits.cpu),
        _ if is_out_of_memory => CompileError::Memory(limits.memory_bytes),
        None if status.code() == Some(1) => {
            CompileError::Refused(said.trim().trim_start_matches("quarry: ").to_owned())
        }
        _ => CompileError::BrokeDown(status),
    }
}

/// Reads at most `limit` bytes of the child's output; where reading fails, gives the bytes that were read.
async fn all_of(stream: Option<impl AsyncRead + Unpin>, limit: u64) -> Vec<u8> {
    let mut read = Vec::new();
    if let Some(stream) = stream {
        let _ = stream.take(limit).read_to_end(&mut read).await;
    }
    read
}

/// This program, also when its file was replaced by a newer one since it started.
fn this_program() -> io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if running.exists() { Ok(running.to_owned()) } else { std::env::current_exe() }
}

/// The reason why the child gives no code.
#[derive(Debug, Error)]
pub enum ChildError {
    #[error("the limits of its compiler cannot be set: {0}")]
    Limits(#[from] rustix::io::Errno),
    #[error("the component cannot be read, or its code cannot be written: {0}")]
    Pipe(#[from] io::Error),
    #[error("{0:#}")]
    Compile(wasmtime::Error),
}

/// The child's work: standard input is a component, standard output its code.
pub fn compile_as_child(limits: CompileLimits) -> Result<(), ChildError> {
    bound_this_process(limits)?;
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let engine = Engine::new(&code_configuration()).map_err(ChildError::Compile)?;
    let code = code_of(&engine, &bytes).map_err(ChildError::Compile)?;
    let mut output = io::stdout().lock();
    output.write_all(&code)?;
    Ok(output.flush()?)
}

/// The machine code of a component, without its shim where it can be taken out.
fn code_of(engine: &Engine, component: &[u8]) -> wasmtime::Result<Vec<u8>> {
    // What cannot be compiled is told of the component as its author knows it.
    let without_shim = shim::taken_out(component).and_then(|bytes| engine.precompile_component(&bytes).ok());
    without_shim.map_or_else(|| engine.precompile_component(component), Ok)
}

/// Sets the kernel's limits for this process; the kernel ends it there.
fn bound_this_process(limits: CompileLimits) -> Result<(), rustix::io::Errno> {
    let at_most = |value: u64| Rlimit { current: Some(value), maximum: Some(value) };
    setrlimit(Resource::Core, at_most(0))?;
    let seconds = limits.cpu.as_secs().max(1);
    setrlimit(Resource::Cpu, Rlimit { current: Some(seconds), maximum: Some(seconds + 1) })?;
    setrlimit(Resource::Data, at_most(limits.memory_bytes))?;
    // One that may not give way compiles all the same.
    let _ = rustix::process::nice(NICENESS);
    Ok(())
}
