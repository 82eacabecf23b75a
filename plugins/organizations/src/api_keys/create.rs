//! `POST /session/organizations/{organization_id}/api_keys`.

use crate::access::{MemberRole, OfOrganizationPath};
use crate::api_keys::{self, ApiKey, KeyScope, SelectApiKey};
use quarry_sdk::api_keys::{KeySettings, mint};
use quarry_sdk::prelude::*;
use serde::Deserialize;

/// The settings of the new key.
#[derive(Schema, Deserialize)]
pub struct NewApiKey {
    /// The key's name, 1 to 200 characters.
    #[schema(single_line, min_length = 1, max_length = 200, example = "notebook")]
    name: String,
    /// Scopes of the key, at least one.
    scopes: Vec<KeyScope>,
    /// IPv4 and IPv6 addresses and networks that it may be used from, at most 100; left out or empty, any address.
    #[schema(example = ["192.0.2.0/24"], optional)]
    ip_allow_list: Option<Vec<String>>,
    /// The time at which it ends, in the future; never by default.
    #[schema(example = "2030-01-01T00:00:00Z", optional)]
    expires_at: Option<String>,
}

/// A new API key, whose text is shown this once.
#[derive(Schema)]
pub struct MintedApiKey {
    /// The key as the list shows it.
    #[schema(rows = SelectApiKey)]
    pub api_key: ApiKey,
    /// The key itself. It is shown this once.
    #[schema(example = "qk_test_5tL8wQzN2vXcR7bKpD4mYh0a1B2c")]
    pub secret: ShownSecret,
}

/// Mint an API key
///
/// The key is shown once and works at once. It belongs to this deployment's environment and to the member who mints it, who gets an email
/// about it. It stops when that member leaves. It can be minted on any plan: the host checks that the plan has API access when the key is
/// used. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/api_keys", session, sudo, status = 201,
    guard = MemberRole::Admin,
    refuses(422, "too_many_keys", "At most 200 keys that are not revoked: revoke some."),
    body = MintedApiKey
)]
pub fn create_organization_api_key(
    guarded: Guarded<MemberRole>,
    _path: OfOrganizationPath,
    JsonBody(new): JsonBody<NewApiKey>,
) -> Result<Answer, Problem> {
    let settings = KeySettings {
        name: new.name,
        scopes: new.scopes.iter().map(|scope| scope.word().to_owned()).collect(),
        ip_allow_list: new.ip_allow_list.unwrap_or_default(),
        expires_at: new.expires_at,
    };
    let minted = mint(guarded.tenant(), &settings)?;
    let answer = Answer::object().row("api_key", api_keys::one(minted.id)?).secret("secret", minted.key);
    Ok(Answer::from(answer).with_status(201))
}
