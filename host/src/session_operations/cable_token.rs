//! `GET /session/cable_token`: a ticket for live updates.

use crate::cable::CABLE_PATH;
use crate::session_operations::answers;
use crate::session_operations::shared::{SessionOperations, browser, session_get};
use quarry_contract::{Request, Route, Served};
use quarry_identity::store_failed;
use serde_json::json;
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    let schema = json!({
        "type": "object",
        "required": ["ticket", "expires_at", "path"],
        "properties": {
            "ticket": { "type": "string", "description": "The ticket, good for one connection." },
            "expires_at": { "type": "string", "format": "date-time" },
            "path": { "type": "string", "description": "The path to connect to, on this host: `path?ticket=…`." },
        },
    });
    let example = json!({
        "ticket": "b1FvR2JZcDdfZ0VqTTZ0dGJ0eGVyb3lGQm1sU3h2dDA",
        "expires_at": "2026-03-01T10:00:30Z",
        "path": CABLE_PATH,
    });
    Route {
        description: "A ticket is good for one WebSocket connection within 30 seconds, from a page of this deployment. \
            Messages are JSON objects with a `type`: `hello` comes first and says how often the connection is pinged \
            (`heartbeat_seconds`); `notice` is about the security of the account (`kind`: `sign_in`, `password_changed`, \
            `two_factor_changed`; `at`); `module` goes to staff with modules_manage (`key`, `enabled`). They are hints \
            to look: after a gap, read the operations that you show. The connection ends with the session."
            .to_owned(),
        response_schema: schema.to_string(),
        response_example: example.to_string(),
        ..session_get("issue_cable_ticket", "/session/cable_token", "A ticket for live updates")
    }
}

pub(super) async fn issue(shared: Arc<SessionOperations>, request: Request) -> Served {
    let session = shared.required_session(&*browser(&request)?).await?;
    let issued = shared.cable.issue_ticket(session.session_id, shared.clock.now()).await;
    let ticket = issued.map_err(|error| store_failed(&error))?;
    answers::ok(&json!({
        "ticket": ticket.token.secret().expose(),
        "expires_at": ticket.expires_at.to_string(),
        "path": CABLE_PATH,
    }))
}
