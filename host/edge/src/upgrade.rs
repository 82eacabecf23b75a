//! Stage: upgrade. Connections that leave HTTP for live updates, by the handshake of RFC 6455.

use crate::edge::Edge;
use crate::encode::empty_response;
use crate::live_updates::LiveUpdates;
use crate::rate_limit::AddressClass;
use crate::response_body::ResponseBody;
use crate::visit::Visit;
use http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use hyper::upgrade::OnUpgrade;
use quarry_contract::Problem;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The one version that there is.
const VERSION: &str = "13";

/// The service that takes the connection over, where the request is for the path of live updates.
pub(super) fn asked<'a>(edge: &'a Edge, visit: &Visit<'_>) -> Option<&'a dyn LiveUpdates> {
    let live_updates = edge.live_updates.as_deref()?;
    (visit.path.is_none() && visit.parts.uri.path() == live_updates.path()).then_some(live_updates)
}

/// The answer that lets a connection leave HTTP.
pub(super) async fn take_over(
    edge: &Edge,
    visit: &Visit<'_>,
    live_updates: &dyn LiveUpdates,
) -> Result<Response<ResponseBody>, Problem> {
    let parts = visit.parts;
    let (accept, on_upgrade) = handshake(parts).ok_or_else(|| {
        Problem::new(426, "upgrade_required", "This path answers WebSocket connections (RFC 6455) over HTTP/1.1 alone.")
    })?;
    // It is not an operation, so no declaration says what it is counted as.
    let class = if live_updates.is_public(parts) { AddressClass::Public } else { AddressClass::Visit };
    edge.rate_limits.admit(class, visit.client_ip)?;
    let serve = live_updates.admit(parts, visit.client_ip).await?;
    tokio::spawn(async move {
        // A client that left before the answer reached it has no connection.
        if let Ok(stream) = on_upgrade.await {
            serve(stream).await;
        }
    });
    let mut response = empty_response(StatusCode::SWITCHING_PROTOCOLS);
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    Ok(response)
}

/// The value by which the answer proves itself, and the connection to come; `None` where the request is not such a handshake.
fn handshake(parts: &Parts) -> Option<(HeaderValue, OnUpgrade)> {
    let names = |name: http::HeaderName, word: &str| {
        let values = parts.headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(word))
    };
    if parts.method != Method::GET || !names(CONNECTION, "upgrade") || !names(UPGRADE, "websocket") {
        return None;
    }
    if !names(SEC_WEBSOCKET_VERSION, VERSION) {
        return None;
    }
    let key = parts.headers.get(SEC_WEBSOCKET_KEY)?;
    let accept = HeaderValue::try_from(derive_accept_key(key.as_bytes())).ok()?;
    Some((accept, parts.extensions.get::<OnUpgrade>()?.clone()))
}
