//! Traces by OpenTelemetry, where a collector is configured: OTLP over HTTP, in protobuf.
//!
//! A span is put in a bounded queue when it ends and dropped when that is full; a thread of the SDK's sends batches. The
//! caller's `traceparent` (W3C) makes a request part of the caller's trace.

use crate::asked_anew::AskedAnew;
use crate::exporter::RuntimeExporter;
use http::{HeaderMap, StatusCode};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{ExporterBuildError, Protocol, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider};
use quarry_config::TelemetrySection;
use std::time::Duration;
use thiserror::Error;
use tracing::{Level, Metadata, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::registry::Registry;

/// Spans that may wait to be sent; about 2 MB.
const QUEUE_SPANS: usize = 2_048;
const BATCH_SPANS: usize = 512;
const BATCH_EVERY: Duration = Duration::from_secs(1);
const SEND_TIME: Duration = Duration::from_secs(5);

const TRACEPARENT: &str = "traceparent";

/// The reason why traces cannot be sent.
#[derive(Debug, Error)]
pub enum TracesError {
    #[error("telemetry.otlp_endpoint is \"{0}\", which is not an http:// address such as http://127.0.0.1:4318")]
    Endpoint(String),
    #[error("telemetry.trace_ratio is {0}; it must be between 0 and 1")]
    Ratio(f64),
    #[error("traces cannot be sent to {endpoint}: {source}")]
    Build { endpoint: String, source: ExporterBuildError },
    #[error("traces can only be sent from within a runtime")]
    NoRuntime(#[from] tokio::runtime::TryCurrentError),
}

/// The provider that collects spans and sends them; `None` where no collector is configured.
pub fn provider(section: &TelemetrySection) -> Result<Option<SdkTracerProvider>, TracesError> {
    if section.otlp_endpoint.is_empty() {
        return Ok(None);
    }
    if !(0.0..=1.0).contains(&section.trace_ratio) {
        return Err(TracesError::Ratio(section.trace_ratio));
    }
    let endpoint = traces_url(&section.otlp_endpoint)?;
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(&endpoint)
        .with_timeout(SEND_TIME)
        .build()
        .map_err(|source| TracesError::Build { endpoint, source })?;
    let exporter = RuntimeExporter::new(exporter, tokio::runtime::Handle::try_current()?);
    let batches = BatchConfigBuilder::default()
        .with_max_queue_size(QUEUE_SPANS)
        .with_max_export_batch_size(BATCH_SPANS)
        .with_scheduled_delay(BATCH_EVERY)
        .build();
    let resource = Resource::builder_empty()
        .with_service_name(section.service_name.clone())
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    let provider = SdkTracerProvider::builder()
        .with_resource(resource)
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(section.trace_ratio))))
        .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(batches).build())
        .build();
    Ok(Some(provider))
}

/// The layer that turns the host's spans, and its warnings within them, into traces.
pub fn layer(provider: &SdkTracerProvider) -> Box<dyn Layer<Registry> + Send + Sync> {
    // The HTTP libraries' own spans stay out: the exporter's would be about themselves.
    let is_ours = |metadata: &Metadata<'_>| {
        let least = if metadata.is_span() { Level::INFO } else { Level::WARN };
        metadata.target().starts_with("quarry") && *metadata.level() <= least
    };
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("quarry"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        // With the hint, libraries are not asked for the lines of finer levels at all.
        .with_filter(AskedAnew(filter_fn(is_ours).with_max_level_hint(LevelFilter::INFO)))
        .boxed()
}

/// Makes `span` a child of what the headers name; a header that is no `traceparent` means nothing.
pub fn continue_trace(span: &Span, headers: &HeaderMap) {
    if span.is_disabled() || !headers.contains_key(TRACEPARENT) {
        return;
    }
    let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers(headers));
    // An error says that traces are off, or that the span has begun, which it has not.
    let _ = span.set_parent(parent);
}

/// Names the span and gives it the attributes that OpenTelemetry's conventions have for a server's request.
pub fn describe_request(span: &Span, method: &str, route: &str, status: StatusCode) {
    let context = span.context();
    if !context.span().is_recording() {
        return;
    }
    let separator = if route.is_empty() { "" } else { " " };
    context.span().update_name(format!("{method}{separator}{route}"));
    span.set_attribute("http.request.method", method.to_owned());
    if !route.is_empty() {
        span.set_attribute("http.route", route.to_owned());
    }
    span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// The address at which a collector takes traces; the standard path where only its address is given.
fn traces_url(endpoint: &str) -> Result<String, TracesError> {
    let wrong = || TracesError::Endpoint(endpoint.to_owned());
    let mut url = url::Url::parse(endpoint).map_err(|_| wrong())?;
    if url.scheme() != "http" || url.host().is_none() {
        return Err(wrong());
    }
    if url.path() == "/" {
        url.set_path("/v1/traces");
    }
    Ok(url.into())
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
