//! What lies outside the instance, used without a grant.

use crate::attacks::Outcome;
use quarry_sdk::key_value::{self, KeyValueFailure, Lifetime};
use quarry_sdk::outbound_http::{Outbound, OutboundFailure};
use quarry_sdk::prelude::*;

/// Keeps a value without the grant
#[endpoint(get = "/hostile/key-value", keyless, cache = no_store, body = Outcome)]
pub fn keep_ungranted_value(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let sentence = match key_value::set("loot", b"x", Lifetime::UntilDeleted) {
        Err(KeyValueFailure::NotGranted(sentence)) => sentence,
        other => format!("{other:?}"),
    };
    Ok(Answer::object().member("refusal", &sentence).into())
}

/// Asks a server without the grant
#[endpoint(get = "/hostile/outbound-http", keyless, cache = no_store, body = Outcome)]
pub fn ask_ungranted_server(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    let sentence = match Outbound::get("https://localhost/").send() {
        Err(OutboundFailure::NotGranted(sentence)) => sentence,
        other => format!("{other:?}"),
    };
    Ok(Answer::object().member("refusal", &sentence).into())
}
