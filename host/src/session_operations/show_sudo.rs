//! `GET /session/sudo`: the recent-password window.

use crate::session_operations::answers;
use crate::session_operations::shared::{SessionOperations, browser, session_get};
use jiff::Timestamp;
use quarry_contract::{Request, Route, Served};
use quarry_identity::SessionState;
use serde_json::{Value as Json, json};
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    Route {
        description:
            "Open for 15 minutes after the password was given. Writes of password, second factor, keys, single \
            sign-on, roles and the account's end need it."
                .to_owned(),
        response_schema: schema().to_string(),
        response_example: example().to_string(),
        ..session_get("show_sudo", "/session/sudo", "The recent-password window")
    }
}

pub(super) async fn show_sudo(shared: Arc<SessionOperations>, request: Request) -> Served {
    let session = shared.required_session(&*browser(&request)?).await?;
    answers::ok(&window(&session, shared.clock.now()))
}

/// The state of the window.
pub(super) fn window(session: &SessionState, now: Timestamp) -> Json {
    let until = session.person.sudo_until.filter(|_| session.has_sudo(now)).map(|until| until.to_string());
    json!({ "open": until.is_some(), "until": until, "csrf_token": session.csrf_token.expose() })
}

pub(super) fn schema() -> Json {
    json!({
        "type": "object",
        "required": ["open", "until", "csrf_token"],
        "properties": {
            "open": { "type": "boolean" },
            "until": { "type": ["string", "null"], "format": "date-time", "description": "The time at which the window closes; null while it is closed." },
            "csrf_token": { "type": "string", "description": "The session's: a new one after the window was opened." },
        },
    })
}

pub(super) fn example() -> Json {
    json!({
        "open": true,
        "until": "2026-03-01T10:15:00Z",
        "csrf_token": "b1FvR2JZcDdfZ0VqTTZ0dGJ0eGVyb3lGQm1sU3h2dDA",
    })
}
