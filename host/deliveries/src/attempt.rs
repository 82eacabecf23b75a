//! One attempt: the request that is sent, and what its answer means.

use crate::queue::{Delivery, Endpoint};
use crate::schedule::asked_pause;
use crate::signature::SigningKey;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use jiff::Timestamp;
use quarry_identity::outbound::{LongerAnswer, OutboundClient, OutboundLimits, OutboundRequest};
use quarry_identity::secrets::SecretKeys;
use quarry_stores::clock::Clock;
use std::time::{Duration, Instant};
use url::Url;

/// The component that seals the secrets of endpoints.
const SEALED_FOR: &str = "organizations";
const LIMITS: OutboundLimits =
    OutboundLimits { time: Duration::from_secs(10), max_answer_bytes: 64 << 10, longer: LongerAnswer::Cut };
/// Bytes that are kept of an answer.
const KEPT_BYTES: usize = 1 << 10;

/// An attempt that was made.
pub(crate) struct Attempt {
    pub(crate) delivery_id: i64,
    /// The time for which the delivery was due, in microseconds.
    pub(crate) due_at: i64,
    /// With this one.
    pub(crate) attempts: i64,
    pub(crate) attempted_at: Timestamp,
    pub(crate) duration: Duration,
    pub(crate) status: Option<u16>,
    pub(crate) answer: Option<String>,
    /// The reason why it does not count; `None` of one that was taken.
    pub(crate) failure: Option<String>,
    /// The pause that the endpoint asks for.
    pub(crate) asked_pause: Option<Duration>,
}

impl Attempt {
    /// The endpoint says that it is gone for good (410).
    pub(crate) fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// The keys that an endpoint's deliveries are signed with.
struct EndpointKeys {
    current: SigningKey,
    previous: Option<SigningKey>,
}

impl EndpointKeys {
    fn open(endpoint: &Endpoint, keys: &SecretKeys) -> Option<EndpointKeys> {
        let open = |sealed: &[u8]| keys.unseal(SEALED_FOR, sealed).and_then(|(secret, _)| SigningKey::of(&secret));
        let previous = endpoint.previous_sealed_secret.as_deref().and_then(open);
        Some(EndpointKeys { current: open(&endpoint.sealed_secret)?, previous })
    }
}

/// Sends one event to an endpoint.
pub(crate) async fn make(
    client: &OutboundClient,
    keys: &SecretKeys,
    endpoint: &Endpoint,
    delivery: &Delivery,
    clock: &Clock,
) -> Attempt {
    let (attempted_at, began) = (clock.now(), Instant::now());
    let mut attempt = Attempt {
        delivery_id: delivery.id,
        due_at: delivery.due_at,
        attempts: delivery.attempts + 1,
        attempted_at,
        duration: Duration::ZERO,
        status: None,
        answer: None,
        failure: None,
        asked_pause: None,
    };
    match request(keys, endpoint, delivery, attempted_at) {
        None => {
            attempt.failure = Some("The endpoint's secret or address cannot be used: rotate its secret.".to_owned())
        }
        Some(request) => match client.send(request, LIMITS).await {
            Err(error) => attempt.failure = Some(sentence(&error.to_string())),
            Ok(response) => {
                attempt.status = Some(response.status);
                attempt.answer = Some(kept(&response.body));
                attempt.failure = refusal(response.status);
                attempt.asked_pause = asked_pause(&response.headers, attempted_at);
            }
        },
    }
    attempt.duration = began.elapsed();
    attempt
}

/// The reason why a status does not count as taken.
fn refusal(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        300..=399 => Some(format!("It answered {status}: redirects are not followed.")),
        410 => Some("It answered 410: it is gone.".to_owned()),
        _ => Some(format!("It answered {status}.")),
    }
}

fn request(keys: &SecretKeys, endpoint: &Endpoint, delivery: &Delivery, now: Timestamp) -> Option<OutboundRequest> {
    let keys = EndpointKeys::open(endpoint, keys)?;
    let body = body(delivery)?;
    let (id, seconds) = (&delivery.event_id, now.as_second());
    let mut signatures = keys.current.standard(id, seconds, &body);
    if let Some(previous) = &keys.previous {
        signatures = format!("{signatures} {}", previous.standard(id, seconds, &body));
    }
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in [
        ("webhook-id", id.clone()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", signatures),
        ("x-service-event", delivery.event_name.clone()),
        ("x-service-signature", keys.current.of_body(&body)),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::try_from(value).ok()?);
    }
    Some(OutboundRequest { method: Method::POST, url: Url::parse(&endpoint.url).ok()?, headers, body })
}

/// The payload: the same bytes in each attempt.
fn body(delivery: &Delivery) -> Option<Bytes> {
    let text = |text: &str| serde_json::to_string(text).ok();
    let (id, name, component) = (text(&delivery.event_id)?, text(&delivery.event_name)?, text(&delivery.component)?);
    let created_at = text(&delivery.created_at.to_string())?;
    // It was held against its schema when it was emitted.
    let data = &delivery.data;
    Some(Bytes::from(format!(
        r#"{{"id":{id},"event":{name},"component":{component},"created_at":{created_at},"data":{data}}}"#
    )))
}

/// The beginning of an answer as text that a store can hold.
fn kept(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(KEPT_BYTES)]).replace('\0', "\u{fffd}")
}

/// An error of ours as a sentence.
fn sentence(error: &str) -> String {
    let mut characters = error.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", characters.as_str())
}
