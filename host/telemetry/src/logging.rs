//! Log lines to standard error, and the traces beside them.

use crate::asked_anew::AskedAnew;
use crate::json_lines::{JsonLines, SpanFields, TRACE_FIELD};
use crate::traces::{self, TracesError};
use opentelemetry_sdk::trace::SdkTracerProvider;
use quarry_config::{LogFormat, TelemetrySection};
use std::io::{IsTerminal, Write};
use std::time::Duration;
use thiserror::Error;
use tracing::field::Field;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::Registry;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer};

/// The parser of declared statements writes a line for each token, two million at a start. An operator who wants them names it.
const QUIET: &str = "sqlparser=warn";

/// The time that the last spans may take to leave when the host stops.
const LAST_SPANS: Duration = Duration::from_secs(3);

/// The reason why logging or tracing does not start.
#[derive(Debug, Error)]
pub enum TelemetryError {
    #[error("telemetry.log is \"{filter}\", which is not a log filter: {source}")]
    Filter { filter: String, source: tracing_subscriber::filter::ParseError },
    #[error(transparent)]
    Traces(#[from] TracesError),
    #[error("logging cannot be started: {0}")]
    Start(#[from] TryInitError),
}

/// Logging and tracing that run.
#[derive(Debug, Default)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
}

type BoxedLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// Logs to standard error as `section` says, and sends traces where it names a collector. Must be called within a
/// runtime when it does.
pub fn start(section: &TelemetrySection) -> Result<Telemetry, TelemetryError> {
    let traces = traces::provider(section)?;
    let is_terminal = std::io::stderr().is_terminal();
    let mut layers = log_layers(section, std::io::stderr, is_terminal)?;
    layers.extend(traces.as_ref().map(traces::layer));
    tracing_subscriber::registry().with(layers).try_init()?;
    Ok(Telemetry { traces })
}

/// The layers that write the log as `section` says.
pub fn log_layers<W>(
    section: &TelemetrySection,
    writer: W,
    is_terminal: bool,
) -> Result<Vec<BoxedLayer>, TelemetryError>
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(format!("{QUIET},{}", section.log))
        .map_err(|source| TelemetryError::Filter { filter: section.log.clone(), source })?;
    let filter = AskedAnew(filter);
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(is_terminal);
    Ok(vec![match section.log_format {
        // The spans' fields are kept as JSON; the library's own text of them is not needed.
        LogFormat::Json => {
            let lines = lines.with_ansi(false).fmt_fields(debug_fn(|_, _, _| Ok(()))).event_format(JsonLines);
            SpanFields.and_then(lines).with_filter(filter).boxed()
        }
        LogFormat::Text => lines.fmt_fields(debug_fn(text_field)).with_filter(filter).boxed(),
    }])
}

fn text_field(writer: &mut Writer<'_>, field: &Field, value: &dyn std::fmt::Debug) -> std::fmt::Result {
    match field.name() {
        "message" => write!(writer, "{value:?} "),
        name if name.starts_with(TRACE_FIELD) => Ok(()),
        name => write!(writer, "{name}={value:?} "),
    }
}

impl Telemetry {
    /// Sends the spans that still wait, for a bounded time.
    pub async fn stop(self) {
        let Some(traces) = self.traces else { return };
        let stopped = tokio::task::spawn_blocking(move || traces.shutdown_with_timeout(LAST_SPANS)).await;
        if !matches!(stopped, Ok(Ok(()))) {
            // The log may have ended by now.
            let _ = writeln!(std::io::stderr(), "the last spans did not reach the collector");
        }
    }
}
