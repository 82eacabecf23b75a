//! Requests to servers outside, one after the other in one request.

use crate::connected::values::Outcomes;
use quarry_sdk::outbound_http::{Outbound, OutboundFailure, OutboundMethod};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Sent {
    url: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: String,
    /// So many bytes in place of `body`.
    bytes: Option<usize>,
    timeout_milliseconds: Option<u32>,
}

/// The requests to send.
#[derive(Debug, Deserialize)]
pub struct Requests {
    requests: Vec<Sent>,
}

impl Schema for Requests {
    fn schema() -> Json {
        json!({
            "title": "Requests",
            "type": "object",
            "properties": { "requests": { "type": "array", "items": { "type": "object" } } },
            "required": ["requests"],
        })
    }

    fn example() -> Json {
        json!({ "requests": [{ "url": "https://api.example.org/" }] })
    }
}

/// Sends each
#[endpoint(
    post = "/connected/requests", keyless, cache = no_store, max_body_bytes = 1_048_576, body = Outcomes
)]
pub fn send_requests(JsonBody(sent): JsonBody<Requests>) -> Result<Answer, Problem> {
    let outcomes: Vec<Json> = sent.requests.iter().map(|sent| send(sent).unwrap_or_else(failure)).collect();
    Ok(Answer::object().member("outcomes", &outcomes).into())
}

fn send(sent: &Sent) -> Result<Json, OutboundFailure> {
    let method = match sent.method.as_str() {
        "head" => OutboundMethod::Head,
        "post" => OutboundMethod::Post,
        "put" => OutboundMethod::Put,
        "patch" => OutboundMethod::Patch,
        "delete" => OutboundMethod::Delete,
        _ => OutboundMethod::Get,
    };
    let body = sent.bytes.map_or_else(|| sent.body.clone().into_bytes(), |bytes| vec![b'x'; bytes]);
    let mut request = Outbound::new(method, sent.url.as_str()).body(body);
    for (name, value) in &sent.headers {
        request = request.header(name, value);
    }
    if let Some(milliseconds) = sent.timeout_milliseconds {
        request = request.timeout_milliseconds(milliseconds);
    }
    let answer = request.send()?;
    Ok(json!({
        "status": answer.status,
        "headers": answer.headers,
        "body": String::from_utf8_lossy(&answer.body),
    }))
}

fn failure(failure: OutboundFailure) -> Json {
    let (kind, sentence) = match failure {
        OutboundFailure::NotGranted(sentence) => ("not-granted", sentence),
        OutboundFailure::ServerNotGiven(sentence) => ("server-not-given", sentence),
        OutboundFailure::Rejected(sentence) => ("rejected", sentence),
        OutboundFailure::AddressRefused(sentence) => ("address-refused", sentence),
        OutboundFailure::LimitExceeded(sentence) => ("limit-exceeded", sentence),
        OutboundFailure::Unreachable(sentence) => ("unreachable", sentence),
        OutboundFailure::DeadlineExceeded(sentence) => ("deadline-exceeded", sentence),
    };
    json!({ "failure": kind, "sentence": sentence })
}
