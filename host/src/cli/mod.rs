//! The command line: one file a subcommand.
//!
//! A failure is one sentence on standard error and a non-zero exit: 2 for a wrong command line, 1 for anything else. To
//! add a subcommand: its file, its variant in [`Command`], its line in [`run`].

mod admin;
mod chain;
mod compile_component;
mod ingest;
mod key;
mod migrate;
mod module;
mod openapi;
mod output;
mod plugin;
mod private_folder;
mod ready;
mod serve;
mod signals;
mod start_progress;
mod store_options;
mod telemetry;
mod up;
mod withdraw;

use clap::{Parser, Subcommand};
use quarry_contract::entered_text::EnteredText;
use std::process::ExitCode;
use std::time::Duration;

/// Serves the research-data API from components.
#[derive(Parser)]
#[command(name = "quarry", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve a sandbox on embedded stores, with a sample chain loaded on the first run
    Up(up::UpArguments),
    /// Serve with the stores of a configuration file
    Serve(serve::ServeArguments),
    /// Bring the schemas of both stores up to date
    Migrate(migrate::MigrateArguments),
    /// Load exported chain data into the warehouse
    Ingest(ingest::IngestCommand),
    /// Take out again what was loaded, with everything derived from it
    Withdraw(withdraw::WithdrawCommand),
    /// Show and add the chains that rows may belong to
    Chain(chain::ChainCommand),
    /// Show and set the module switches
    Module(module::ModuleCommand),
    /// Write, check, try, test and install components
    Plugin(plugin::PluginCommand),
    /// Print the OpenAPI document of the installed components, every module on
    Openapi(openapi::OpenapiArguments),
    /// Mint, list and revoke API keys
    Key(key::KeyCommand),
    /// Make users and give permissions
    Admin(admin::AdminCommand),
    /// Compile the component on standard input: what the host starts for each file that is new to it
    #[command(hide = true)]
    CompileComponent(compile_component::CompileComponentArguments),
}

/// The time for threads that are still at a name server or a file system when the command is done.
const LAST_THREADS: Duration = Duration::from_secs(5);

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = tokio::runtime::Runtime::new().map_err(anyhow::Error::from).and_then(|runtime| {
        let outcome = runtime.block_on(run(arguments));
        runtime.shutdown_timeout(LAST_THREADS);
        outcome
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let line = format!("quarry: {}\n", EnteredText::Lines.marked(&sentence(&error)));
            // Standard error is gone: there is nobody to tell.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        Command::Up(arguments) => up::run(arguments).await,
        Command::Serve(arguments) => serve::run(arguments).await,
        Command::Migrate(arguments) => migrate::run(arguments).await,
        Command::Ingest(arguments) => ingest::run(arguments).await,
        Command::Withdraw(arguments) => withdraw::run(arguments).await,
        Command::Chain(arguments) => chain::run(arguments).await,
        Command::Module(arguments) => module::run(arguments).await,
        Command::Plugin(arguments) => plugin::run(arguments).await,
        Command::Openapi(arguments) => openapi::run(arguments).await,
        Command::Key(arguments) => key::run(arguments).await,
        Command::Admin(arguments) => admin::run(arguments).await,
        Command::CompileComponent(arguments) => compile_component::run(&arguments),
    }
}

/// The error and its causes in one sentence; many errors name their cause themselves.
fn sentence(error: &anyhow::Error) -> String {
    let mut sentence = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if sentence.contains(&cause) {
            continue;
        }
        if !sentence.is_empty() {
            sentence.push_str(": ");
        }
        sentence.push_str(&cause);
    }
    sentence
}
