//! The program `quarry`.

use clap::Parser;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    match quarry::cli::run(quarry::cli::Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Whatever the log level.
            let sentence = sentence(&error);
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("quarry: {sentence}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// The error and its causes in one sentence; a cause that the text before it tells already is left out.
fn sentence(error: &anyhow::Error) -> String {
    let mut sentence = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if sentence.is_empty() {
            sentence = cause;
        } else if !sentence.contains(&cause) {
            sentence = format!("{sentence}: {cause}");
        }
    }
    sentence
}
