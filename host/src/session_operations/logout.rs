//! `POST /auth/logout`: signing out.

use crate::session_operations::answers;
use crate::session_operations::shared::{SessionOperations, browser, client_post, sign_in_from};
use quarry_contract::{CookieChange, Request, Route, Served};
use serde_json::json;
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    let schema = json!({
        "type": "object",
        "required": ["signed_in"],
        "properties": { "signed_in": { "type": "boolean", "const": false } },
    });
    Route {
        description: "Ends the session of the cookie, with its refresh tokens, here at once and on every other host \
            within a second. It is not an error to be signed out already."
            .to_owned(),
        response_schema: schema.to_string(),
        response_example: json!({ "signed_in": false }).to_string(),
        ..client_post("sign_out", "/auth/logout", "Sign out")
    }
}

pub(super) async fn logout(shared: Arc<SessionOperations>, request: Request) -> Served {
    let browser = browser(&request)?;
    if let Some(session) = shared.session(&browser).await? {
        shared.sign_in.sign_out(&session, &sign_in_from(&browser), shared.clock.now()).await?;
    }
    browser.change_cookie(CookieChange::Forget);
    answers::ok(&json!({ "signed_in": false }))
}
