//! `key-value` and `outbound-http`, connected to the engine.

use crate::bindings::quarry::plugin::{key_value, outbound_http};
use crate::capabilities::{GuestRequest, Incoming, KeyValueFailure, OutboundFailure, SecretHandle};
use crate::instance::State;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use quarry_identity::outbound::OutboundResponse;
use quarry_stores::key_values::Condition;
use std::time::Duration;
use wasmtime::component::Resource;

type KeyValueResult<T> = wasmtime::Result<Result<T, key_value::KeyValueFailure>>;

impl key_value::Host for State {
    async fn get(&mut self, key: String) -> KeyValueResult<Option<key_value::Entry>> {
        let entry = self.call.key_values().get(&key).await.map_err(key_value_failure);
        Ok(entry.map(|entry| {
            entry.map(|entry| key_value::Entry {
                value: entry.value,
                version: entry.version,
                expires_at: entry.expires_at,
            })
        }))
    }

    async fn set(&mut self, key: String, value: Vec<u8>, seconds_to_live: Option<u32>) -> KeyValueResult<u64> {
        let version = self.call.key_values().set(&key, value, seconds_to_live, Condition::Always).await;
        // Nothing stands against a write without a condition.
        Ok(version.map(Option::unwrap_or_default).map_err(key_value_failure))
    }

    async fn compare_and_set(
        &mut self,
        key: String,
        expected: Option<u64>,
        value: Vec<u8>,
        seconds_to_live: Option<u32>,
    ) -> KeyValueResult<Option<u64>> {
        let condition = expected.map_or(Condition::Absent, Condition::Version);
        Ok(self.call.key_values().set(&key, value, seconds_to_live, condition).await.map_err(key_value_failure))
    }

    async fn increment(&mut self, key: String, by: i64, seconds_to_live: Option<u32>) -> KeyValueResult<i64> {
        Ok(self.call.key_values().increment(&key, by, seconds_to_live).await.map_err(key_value_failure))
    }

    async fn delete(&mut self, key: String) -> KeyValueResult<bool> {
        Ok(self.call.key_values().delete(&key).await.map_err(key_value_failure))
    }

    async fn list_keys(
        &mut self,
        prefix: String,
        after: Option<String>,
        limit: u32,
    ) -> KeyValueResult<key_value::KeyPage> {
        let page = self.call.key_values().list(&prefix, after.as_deref(), limit).await.map_err(key_value_failure);
        Ok(page.map(|page| key_value::KeyPage { keys: page.keys, has_more: page.has_more }))
    }
}

fn key_value_failure(failure: KeyValueFailure) -> key_value::KeyValueFailure {
    match failure {
        KeyValueFailure::NotGranted(sentence) => key_value::KeyValueFailure::NotGranted(sentence),
        KeyValueFailure::Rejected(sentence) => key_value::KeyValueFailure::Rejected(sentence),
        KeyValueFailure::TooLarge(sentence) => key_value::KeyValueFailure::TooLarge(sentence),
        KeyValueFailure::QuotaExceeded(sentence) => key_value::KeyValueFailure::QuotaExceeded(sentence),
        KeyValueFailure::Unavailable(sentence) => key_value::KeyValueFailure::Unavailable(sentence),
    }
}

impl outbound_http::Host for State {
    async fn send(
        &mut self,
        request: outbound_http::OutboundRequest,
    ) -> wasmtime::Result<Result<outbound_http::OutboundResponse, outbound_http::OutboundFailure>> {
        let request = outbound_request(request);
        // On the heap: it holds a whole connection, and the guest's stack of futures is deep enough.
        let answer = Box::pin(self.call.outbound().send(request)).await;
        Ok(answer.map(outbound_response).map_err(outbound_failure))
    }

    async fn send_authorized(
        &mut self,
        request: outbound_http::OutboundRequest,
        header_name: String,
        prefix: String,
        secret: Resource<SecretHandle>,
    ) -> wasmtime::Result<Result<outbound_http::OutboundResponse, outbound_http::OutboundFailure>> {
        let request = outbound_request(request);
        let secret = self.table.get(&secret)?;
        let mut outbound = self.call.outbound();
        let answer = Box::pin(outbound.send_authorized(request, header_name, &prefix, secret)).await;
        Ok(answer.map(outbound_response).map_err(outbound_failure))
    }

    async fn open(
        &mut self,
        request: outbound_http::OutboundRequest,
    ) -> wasmtime::Result<Result<Resource<Incoming>, outbound_http::OutboundFailure>> {
        let opened = Box::pin(self.call.outbound().open(outbound_request(request))).await;
        self.hold_incoming(opened)
    }

    async fn open_authorized(
        &mut self,
        request: outbound_http::OutboundRequest,
        header_name: String,
        prefix: String,
        secret: Resource<SecretHandle>,
    ) -> wasmtime::Result<Result<Resource<Incoming>, outbound_http::OutboundFailure>> {
        let request = outbound_request(request);
        let secret = self.table.get(&secret)?;
        let mut outbound = self.call.outbound();
        let opened = Box::pin(outbound.open_authorized(request, header_name, &prefix, secret)).await;
        self.hold_incoming(opened)
    }
}

impl State {
    /// Keeps an answer for the guest, which gets a handle.
    fn hold_incoming(
        &mut self,
        opened: Result<Incoming, OutboundFailure>,
    ) -> wasmtime::Result<Result<Resource<Incoming>, outbound_http::OutboundFailure>> {
        match opened {
            Ok(incoming) => Ok(Ok(self.table.push(incoming)?)),
            Err(failure) => Ok(Err(outbound_failure(failure))),
        }
    }
}

impl outbound_http::HostIncoming for State {
    fn status(&mut self, incoming: Resource<Incoming>) -> wasmtime::Result<u16> {
        Ok(self.table.get(&incoming)?.status())
    }

    fn headers(&mut self, incoming: Resource<Incoming>) -> wasmtime::Result<Vec<outbound_http::Header>> {
        Ok(headers_to_guest(self.table.get(&incoming)?.headers()))
    }

    async fn read(
        &mut self,
        incoming: Resource<Incoming>,
        most_bytes: u32,
        milliseconds: u32,
    ) -> wasmtime::Result<Result<Option<Vec<u8>>, outbound_http::OutboundFailure>> {
        let incoming = self.table.get_mut(&incoming)?;
        let (most_bytes, wait) = (most_bytes as usize, Duration::from_millis(milliseconds.into()));
        let read = self.call.outbound().read(incoming, most_bytes, wait).await;
        Ok(read.map(|bytes| bytes.map(Vec::from)).map_err(outbound_failure))
    }

    async fn drop(&mut self, incoming: Resource<Incoming>) -> wasmtime::Result<()> {
        self.table.delete(incoming)?;
        Ok(())
    }
}

fn outbound_request(request: outbound_http::OutboundRequest) -> GuestRequest {
    GuestRequest {
        method: match request.method {
            outbound_http::Method::Get => Method::GET,
            outbound_http::Method::Head => Method::HEAD,
            outbound_http::Method::Post => Method::POST,
            outbound_http::Method::Put => Method::PUT,
            outbound_http::Method::Patch => Method::PATCH,
            outbound_http::Method::Delete => Method::DELETE,
        },
        url: request.url,
        headers: request.headers,
        body: request.body,
        timeout: request.timeout_milliseconds.map(|time| Duration::from_millis(time.into())),
    }
}

fn outbound_response(answer: OutboundResponse) -> outbound_http::OutboundResponse {
    outbound_http::OutboundResponse {
        status: answer.status,
        headers: headers_to_guest(&answer.headers),
        body: answer.body.to_vec(),
    }
}

fn headers_to_guest(headers: &HeaderMap) -> Vec<outbound_http::Header> {
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    headers.iter().map(header).collect()
}

fn outbound_failure(failure: OutboundFailure) -> outbound_http::OutboundFailure {
    match failure {
        OutboundFailure::NotGranted(sentence) => outbound_http::OutboundFailure::NotGranted(sentence),
        OutboundFailure::ServerNotGiven(sentence) => outbound_http::OutboundFailure::ServerNotGiven(sentence),
        OutboundFailure::Rejected(sentence) => outbound_http::OutboundFailure::Rejected(sentence),
        OutboundFailure::AddressRefused(sentence) => outbound_http::OutboundFailure::AddressRefused(sentence),
        OutboundFailure::LimitExceeded(sentence) => outbound_http::OutboundFailure::LimitExceeded(sentence),
        OutboundFailure::Unreachable(sentence) => outbound_http::OutboundFailure::Unreachable(sentence),
        OutboundFailure::DeadlineExceeded(sentence) => outbound_http::OutboundFailure::DeadlineExceeded(sentence),
    }
}
