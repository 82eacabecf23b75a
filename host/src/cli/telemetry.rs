//! Log lines to standard error.

use crate::config::{LogFormat, TelemetrySection};
use anyhow::Context;
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Whether only warnings are wanted, as in a command that is over in a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quiet {
    Yes,
    No,
}

/// Starts logging. A configured filter that means nothing is an error.
pub(super) fn start(section: &TelemetrySection, quiet: Quiet) -> anyhow::Result<()> {
    let filter = match quiet {
        Quiet::Yes => EnvFilter::new("warn"),
        Quiet::No => EnvFilter::try_new(&section.log)
            .with_context(|| format!("telemetry.log is \"{}\", which is no log filter", section.log))?,
    };
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = match section.log_format {
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
        LogFormat::Text => builder.with_ansi(std::io::stderr().is_terminal()).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging cannot be started: {error}"))
}
