//! `quarry compile-component`: the host's own child, which compiles one component within limits. Nobody else needs it.

use quarry_runtime::{CompileLimits, compile_as_child};
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub(super) struct CompileComponentArguments {
    /// CPU time that it may take
    #[arg(long)]
    cpu_seconds: u64,
    /// Memory that it may take
    #[arg(long)]
    memory_bytes: u64,
}

pub(super) fn run(arguments: &CompileComponentArguments) -> anyhow::Result<()> {
    let limits =
        CompileLimits { cpu: Duration::from_secs(arguments.cpu_seconds), memory_bytes: arguments.memory_bytes };
    Ok(compile_as_child(limits)?)
}
