//! `GET /session`: who is signed in.

use crate::session_operations::shared::{SessionOperations, browser};
use crate::session_operations::{answers, viewer};
use quarry_contract::{Access, CacheRule, RateClass, Request, Route, Served, keyless_get};
use quarry_identity::OpaqueToken;
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    Route {
        description: "Shows the signed-in person. A visitor who is signed out gets a 200 with `signed_in` false. The answer is never cached.".to_owned(),
        access: Access::Visitor,
        cache: CacheRule::None,
        rate_class: RateClass::Session,
        response_schema: viewer::schema().to_string(),
        response_example: viewer::example().to_string(),
        ..keyless_get("show_session", "/session", "The signed-in person")
    }
}

pub(super) async fn show_session(shared: Arc<SessionOperations>, request: Request) -> Served {
    let browser = browser(&request)?;
    match shared.session(&browser).await? {
        Some(session) => answers::ok(&viewer::signed_in(&session)),
        None => answers::ok(&viewer::signed_out(OpaqueToken::generate().secret().expose())),
    }
}
