//! Starts logging and traces for a command.

use quarry_config::TelemetrySection;
use quarry_telemetry::logging::{self, Telemetry, TelemetryError};

/// The choice to log only warnings, as in a command that is over in a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quiet {
    Yes,
    No,
}

/// Starts them. A command that is over in a moment sends no traces.
pub(super) fn start(section: &TelemetrySection, quiet: Quiet) -> Result<Telemetry, TelemetryError> {
    match quiet {
        Quiet::No => logging::start(section),
        Quiet::Yes => logging::start(&TelemetrySection {
            log: "warn".to_owned(),
            otlp_endpoint: String::new(),
            ..section.clone()
        }),
    }
}
