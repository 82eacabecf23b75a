//! The small answer of `component_small` from a component of `wasi:http`, for `wasmtime serve`.

use wasip2::exports::http::incoming_handler::Guest;
use wasip2::http::types::{Fields, IncomingRequest, OutgoingBody, OutgoingResponse, ResponseOutparam};

struct Peer;

impl Guest for Peer {
    fn handle(_request: IncomingRequest, answering: ResponseOutparam) {
        let headers = Fields::new();
        let is_set = headers.append("content-type", b"application/json").is_ok();
        let response = OutgoingResponse::new(headers);
        let body = response.body();
        ResponseOutparam::set(answering, Ok(response));
        // A body that cannot be had or written leaves an answer that the benchmark refuses.
        let (true, Ok(body)) = (is_set, body) else { return };
        let text = format!("{{\"message\":\"hello\",\"number\":{}}}", 42);
        if body.write().is_ok_and(|stream| stream.blocking_write_and_flush(text.as_bytes()).is_ok()) {
            let _ = OutgoingBody::finish(body, None);
        }
    }
}

mod export {
    #![allow(unsafe_code)]
    use super::Peer;
    wasip2::http::proxy::export!(Peer);
}
