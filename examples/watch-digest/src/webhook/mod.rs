//! Where an organization's digests are posted: an incoming webhook of its chat, which takes `{"text": …}`.
//!
//! Its address is a secret of the organization: everybody who has it may post. It is kept, used and never shown again.

pub mod get_webhook;
pub mod post;
pub mod remove_webhook;
pub mod set_webhook;

use quarry_sdk::prelude::*;

/// The webhook that digests are posted to.
#[derive(Schema)]
pub struct Webhook {
    /// The server; the rest of the address is not shown.
    #[schema(example = "hooks.slack.com")]
    pub server: String,
    /// When it was set, in seconds since 1970.
    #[schema(example = 1_769_860_800)]
    pub set_at_seconds: i64,
    /// The day of the newest digest that was posted; null before the first.
    #[schema(example = "2026-01-30")]
    pub posted_day: Option<Day>,
    /// The reason why the last post failed; null where it did not.
    #[schema(example = "the server answered 404")]
    pub failure: Option<String>,
}

/// The server of an address that digests may be posted to: one of those that the manifest names.
pub fn server_of(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let name = authority.split(':').next()?;
    let is_allowed = match name {
        "hooks.slack.com" => scheme == "https" && authority == name,
        "localhost" => ["http", "https"].contains(&scheme) && !authority.contains('@'),
        _ => false,
    };
    is_allowed.then_some(name)
}
