//! The admin listener: figures and probes, for machines inside the deployment and never for clients.
//!
//! It has a socket of its own, so that a proxy cannot lead the public to it by mistake, and it goes on answering while the
//! main listener drains. To add a path: its line in [`Admin::answer`].

use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use quarry_edge::{RequestBody, Responder, ResponseBody, host_header};
use quarry_stores::health::Health;
use quarry_telemetry::Figures;
use quarry_telemetry::figures::CONTENT_TYPE as FIGURES_TYPE;
use std::net::SocketAddr;
use std::sync::Arc;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// Answers `/metrics`, `/healthz` and `/readyz`.
pub struct Admin {
    figures: Arc<Figures>,
    health: Arc<Health>,
}

impl Admin {
    pub fn new(figures: Arc<Figures>, health: Arc<Health>) -> Admin {
        Admin { figures, health }
    }

    fn answer(&self, path: &str) -> (StatusCode, &'static str, String) {
        match path {
            "/metrics" => match self.figures.text() {
                Ok(text) => (StatusCode::OK, FIGURES_TYPE, text),
                Err(error) => {
                    tracing::error!(%error, "the figures cannot be written");
                    (StatusCode::SERVICE_UNAVAILABLE, TEXT, "the figures cannot be written\n".to_owned())
                }
            },
            "/healthz" => (StatusCode::OK, JSON, "{\"status\":\"alive\"}".to_owned()),
            "/readyz" => self.readiness(),
            _ => (StatusCode::NOT_FOUND, TEXT, "there are /metrics, /healthz and /readyz\n".to_owned()),
        }
    }

    /// 200, or 503 with the reasons.
    fn readiness(&self) -> (StatusCode, &'static str, String) {
        let reasons = self.health.unready_because();
        let (loaded, left_out) = self.health.components();
        let stores: serde_json::Map<_, _> =
            self.health.stores().into_iter().map(|(store, reachable)| (store.to_owned(), reachable.into())).collect();
        let body = serde_json::json!({
            "status": if reasons.is_empty() { "ready" } else { "not_ready" },
            "reasons": reasons,
            "stores_reachable": stores,
            "components": { "loaded": loaded, "left_out": left_out },
        });
        let status = if reasons.is_empty() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        (status, JSON, body.to_string())
    }
}

impl Responder for Admin {
    async fn respond(&self, request: Request<RequestBody>, _peer: SocketAddr) -> Response<ResponseBody> {
        let (parts, _) = request.into_parts();
        let is_head = parts.method == Method::HEAD;
        let (status, content_type, text) = match (host_header::check(&parts), &parts.method) {
            (Err(problem), _) => (StatusCode::BAD_REQUEST, TEXT, format!("{}\n", problem.detail)),
            (Ok(()), &Method::GET | &Method::HEAD) => self.answer(parts.uri.path()),
            _ => (StatusCode::METHOD_NOT_ALLOWED, TEXT, "the methods are GET and HEAD\n".to_owned()),
        };
        let mut response = Response::new(ResponseBody::from(if is_head { String::new() } else { text }));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        response
    }
}
