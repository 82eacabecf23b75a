//! The program `quarry`.

use clap::Parser;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    match quarry::cli::run(quarry::cli::Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One sentence with its causes, whatever the log level.
            let sentence = format!("{error:#}");
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("quarry: {sentence}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}
