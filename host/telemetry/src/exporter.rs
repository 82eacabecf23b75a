//! Spans to a collector, on the host's own runtime.
//!
//! The SDK's batch processor calls an exporter from a thread without a runtime, where the HTTP client cannot work; so each
//! batch is handed to the runtime and waited for there. A collector that is down costs its spans and nothing else, and is
//! told in the log once a minute at most.

use opentelemetry_otlp::SpanExporter as OtlpExporter;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

const TELL_EVERY: Duration = Duration::from_secs(60);

/// An OTLP exporter that works from any thread.
#[derive(Debug)]
pub(super) struct RuntimeExporter {
    exporter: Arc<OtlpExporter>,
    runtime: Handle,
    told: Mutex<Option<Instant>>,
}

impl RuntimeExporter {
    pub(super) fn new(exporter: OtlpExporter, runtime: Handle) -> RuntimeExporter {
        RuntimeExporter { exporter: Arc::new(exporter), runtime, told: Mutex::new(None) }
    }

    fn tell(&self, error: &OTelSdkError, spans: usize) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            *told = Some(Instant::now());
            tracing::warn!(%error, spans, "spans could not be sent to telemetry.otlp_endpoint and are lost");
        }
    }
}

impl SpanExporter for RuntimeExporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let (exporter, spans) = (Arc::clone(&self.exporter), batch.len());
        let sent = self.runtime.spawn(async move { exporter.export(batch).await });
        let outcome = sent.await.unwrap_or_else(|error| Err(OTelSdkError::InternalFailure(error.to_string())));
        if let Err(error) = &outcome {
            self.tell(error, spans);
        }
        outcome
    }

    fn set_resource(&mut self, resource: &Resource) {
        // Nobody else holds it before the first batch.
        if let Some(exporter) = Arc::get_mut(&mut self.exporter) {
            exporter.set_resource(resource);
        }
    }
}
