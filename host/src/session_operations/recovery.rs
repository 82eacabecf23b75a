//! `POST /auth/recovery`: asking for a mail that leads to a new password.

use crate::session_operations::answers;
use crate::session_operations::shared::{SessionOperations, client_post, json_body, sent};
use quarry_contract::{Request, Route, Served};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

const NOTICE: &str = "If there is an account with this email and a password, a mail is on its way to it.";

pub(super) fn declaration() -> Route {
    let schema = json!({
        "type": "object",
        "required": ["email"],
        "properties": { "email": { "type": "string", "minLength": 3, "maxLength": 254 } },
    });
    let answer = json!({
        "type": "object",
        "required": ["notice"],
        "properties": { "notice": { "type": "string" } },
    });
    Route {
        description:
            "Answers the same, in the same time, whether or not there is such an account. The mailed token is good \
            once, for 30 minutes: redeem it by POST /auth/exchange with the grant type `recovery`. An account gets one \
            mail a minute at most."
                .to_owned(),
        request_body: json_body(&schema, &json!({ "email": "member@quarry.example" })),
        response_schema: answer.to_string(),
        response_example: json!({ "notice": NOTICE }).to_string(),
        ..client_post("ask_for_recovery", "/auth/recovery", "Ask for a new password")
    }
}

#[derive(Deserialize)]
struct Sent {
    email: String,
}

pub(super) async fn ask_for_recovery(shared: Arc<SessionOperations>, request: Request) -> Served {
    let Sent { email } = sent(&request)?;
    shared.sign_in.ask_for_recovery(&email, shared.clock.now()).await?;
    answers::ok(&json!({ "notice": NOTICE }))
}
