//! The provider's sockets.

use super::provider::Provider;
use anyhow::Result;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, LOCATION};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;

/// Less than a host waits for.
const SLOW: Duration = Duration::from_millis(2_500);

/// Serves a provider with one client on `listener` until the process ends.
pub async fn serve(listener: TcpListener, client_id: String, client_secret: String) -> Result<()> {
    let issuer = format!("http://{}", listener.local_addr()?);
    let provider = Arc::new(Mutex::new(Provider::new(issuer, client_id, client_secret)?));
    loop {
        let (socket, _) = listener.accept().await?;
        let provider = Arc::clone(&provider);
        tokio::spawn(async move {
            let service = service_fn(move |request| answer(Arc::clone(&provider), request));
            // A client that leaves ends its connection with an error.
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service).await;
        });
    }
}

async fn answer(
    provider: Arc<Mutex<Provider>>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let authorization = head.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_slow = provider.lock().unwrap_or_else(PoisonError::into_inner).is_slow(head.uri.path());
    if is_slow {
        tokio::time::sleep(SLOW).await;
    }
    let mut provider = provider.lock().unwrap_or_else(PoisonError::into_inner);
    *provider.asked.entry(head.uri.path().to_owned()).or_default() += 1;
    Ok(match (&head.method, head.uri.path()) {
        (&Method::GET, "/.well-known/openid-configuration") => json_answer(StatusCode::OK, &provider.document()),
        (&Method::GET, "/keys") => json_answer(StatusCode::OK, &provider.keys()),
        (&Method::GET, "/authorize") => match provider.authorize(&form(head.uri.query().unwrap_or_default())) {
            Ok(back) => {
                let mut response = json_answer(StatusCode::FOUND, &json!({}));
                let location = HeaderValue::from_str(back.as_str()).unwrap_or(HeaderValue::from_static("/"));
                response.headers_mut().insert(LOCATION, location);
                response
            }
            Err(error) => json_answer(StatusCode::BAD_REQUEST, &json!({ "error": error.to_string() })),
        },
        (&Method::POST, "/token") => match provider.redeem(authorization, &form(&String::from_utf8_lossy(&body))) {
            Ok(tokens) => json_answer(StatusCode::OK, &tokens),
            Err(error) => json_answer(StatusCode::BAD_REQUEST, &json!({ "error": error })),
        },
        (&Method::GET, "/userinfo") => match provider.user_info(authorization) {
            Some(told) => json_answer(StatusCode::OK, &told),
            None => json_answer(StatusCode::UNAUTHORIZED, &json!({})),
        },
        (&Method::POST, "/control") => {
            let controlled = serde_json::from_slice(&body).map_err(Into::into).and_then(|told| provider.control(told));
            match controlled {
                Ok(()) => json_answer(StatusCode::OK, &json!(provider.asked)),
                Err(error) => json_answer(StatusCode::BAD_REQUEST, &json!({ "error": error.to_string() })),
            }
        }
        _ => json_answer(StatusCode::NOT_FOUND, &json!({})),
    })
}

fn form(text: &str) -> HashMap<String, String> {
    url::form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

fn json_answer(status: StatusCode, body: &Json) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
