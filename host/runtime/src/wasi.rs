//! The part of WASI that a component gets: clocks and randomness, and the inert pieces that Rust's std links anyway.
//! No file system, no sockets, an empty environment.

use crate::instance::State;
use wasmtime::component::{Component, Linker};
use wasmtime_wasi::WasiView;
use wasmtime_wasi::cli::{WasiCli, WasiCliView};
use wasmtime_wasi::p2::bindings::{cli, random};
use wasmtime_wasi::random::WasiRandom;

/// Imports a component may have; anything else is refused at load.
const ALLOWED: &[&str] = &[
    "wasi:cli/environment",
    "wasi:cli/exit",
    "wasi:cli/stderr",
    "wasi:cli/stdin",
    "wasi:cli/stdout",
    "wasi:cli/terminal-input",
    "wasi:cli/terminal-output",
    "wasi:cli/terminal-stderr",
    "wasi:cli/terminal-stdin",
    "wasi:cli/terminal-stdout",
    "wasi:clocks/monotonic-clock",
    "wasi:clocks/wall-clock",
    "wasi:io/error",
    "wasi:io/poll",
    "wasi:io/streams",
    "wasi:random/insecure",
    "wasi:random/insecure-seed",
    "wasi:random/random",
];

/// The first import that the host does not provide.
pub(super) fn unknown_import(component: &Component) -> Option<String> {
    component.component_type().imports(component.engine()).map(|(name, _)| name.to_owned()).find(|name| {
        let interface = name.split('@').next().unwrap_or(name);
        !interface.starts_with("quarry:plugin/") && !ALLOWED.contains(&interface)
    })
}

/// Links what is allowed.
pub(super) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    wasmtime_wasi::p2::add_to_linker_proxy_interfaces_async(linker)?;
    // HashMap draws its seed from `insecure-seed`, which the proxy set lacks.
    random::insecure::add_to_linker::<State, WasiRandom>(linker, |state| state.ctx().ctx.random())?;
    random::insecure_seed::add_to_linker::<State, WasiRandom>(linker, |state| state.ctx().ctx.random())?;
    cli::environment::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::exit::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_input::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_output::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_stdin::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_stdout::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    cli::terminal_stderr::add_to_linker::<State, WasiCli>(linker, State::cli)?;
    Ok(())
}
