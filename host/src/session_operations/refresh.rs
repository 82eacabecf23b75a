//! `POST /auth/refresh`: keeping a session awake.

use crate::session_operations::exchange::{session_example, session_schema, signed_in};
use crate::session_operations::shared::{SessionOperations, browser, client_post, json_body, sent, sign_in_from};
use quarry_contract::{CookieChange, Request, Route, Served};
use quarry_identity::{OpaqueToken, RefreshError, SignInError};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    let schema = json!({
        "type": "object",
        "required": ["refresh_token"],
        "properties": { "refresh_token": { "type": "string", "maxLength": 64 } },
    });
    Route {
        description: "Takes a refresh token, once, and gives the next one with a new cookie; the sudo window closes. A \
            token that comes a second time ends its session, for it was stolen; but the same client gets the same answer \
            for ten seconds, since an answer may be lost on its way."
            .to_owned(),
        request_body: json_body(&schema, &json!({ "refresh_token": "YVd4c1pYUWdhWE1nYm05MElHRWdkRzlyWlc0aElTRSE" })),
        response_schema: session_schema().to_string(),
        response_example: session_example().to_string(),
        ..client_post("refresh_session", "/auth/refresh", "Keep a session awake")
    }
}

#[derive(Deserialize)]
struct Sent {
    refresh_token: String,
}

pub(super) async fn refresh(shared: Arc<SessionOperations>, request: Request) -> Served {
    let browser = browser(&request)?;
    let Sent { refresh_token } = sent(&request)?;
    let unknown = || SignInError::Refresh(RefreshError::Unknown);
    let token = OpaqueToken::parse(refresh_token.trim()).ok_or_else(unknown)?;
    let refreshed = shared.sign_in.sessions().refresh(&token, &sign_in_from(&browser), shared.clock.now()).await;
    if let Err(RefreshError::Reused) = &refreshed {
        browser.change_cookie(CookieChange::Forget);
    }
    let session = refreshed.map_err(SignInError::Refresh)?;
    signed_in(&shared, &browser, &session).await
}
