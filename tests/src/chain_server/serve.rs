//! The server's sockets.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use bytes::Bytes;
use futures_util::stream;
use http::{Request, Response};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value as Json, json};
use tokio::net::TcpListener;

use super::faults::FaultKind;
use super::methods::{Node, Reply};

type Body = BoxBody<Bytes, std::io::Error>;

/// Serves a chain on `listener` until the process ends.
pub async fn serve(listener: TcpListener, chain_id: u64) -> Result<()> {
    let node = Arc::new(Mutex::new(Node::new(chain_id)));
    loop {
        let (socket, _) = listener.accept().await?;
        let node = Arc::clone(&node);
        tokio::spawn(async move {
            let service = service_fn(move |request| answer(Arc::clone(&node), request));
            // A connection that a fault breaks ends with an error.
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service).await;
        });
    }
}

async fn answer(node: Arc<Mutex<Node>>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let body = request.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let question: Json = serde_json::from_slice(&body).unwrap_or_default();
    let method = question["method"].as_str().unwrap_or_default();
    let reply = node.lock().unwrap_or_else(PoisonError::into_inner).answer(method, &question["params"]);
    let id = &question["id"];
    let result = |result: Json| json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string();
    Ok(match reply {
        Reply::Result(value) => whole(200, result(value)),
        Reply::Error { code, message } => {
            let error = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } });
            whole(200, error.to_string())
        }
        Reply::Faulty(FaultKind::Status { status, retry_after }, _) => {
            let mut response = whole(status, String::new());
            if let Some(seconds) = retry_after {
                response.headers_mut().insert("retry-after", seconds.into());
            }
            response
        }
        Reply::Faulty(FaultKind::Slow { milliseconds }, value) => {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            whole(200, result(value))
        }
        Reply::Faulty(FaultKind::Cut, value) => cut(&result(value)),
        Reply::Faulty(_, _) => whole(200, "<html>not what you want</html>".to_owned()),
    })
}

fn whole(status: u16, text: String) -> Response<Body> {
    let body = Full::new(Bytes::from(text)).map_err(|never| match never {}).boxed();
    let mut response = Response::new(body);
    *response.status_mut() = http::StatusCode::from_u16(status).unwrap_or_default();
    response
}

/// Half of the answer, and then the end of the connection.
fn cut(text: &str) -> Response<Body> {
    let half = Bytes::copy_from_slice(&text.as_bytes()[..text.len() / 2]);
    let frames = stream::iter([Ok(Frame::data(half)), Err(std::io::Error::other("cut"))]);
    Response::new(StreamBody::new(frames).boxed())
}
