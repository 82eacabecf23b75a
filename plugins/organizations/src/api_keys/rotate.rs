//! `POST /session/organizations/{organization_id}/api_keys/{id}/rotate`.

use crate::access::{MemberRole, ThingPath};
use crate::api_keys::{self, ApiKey, SelectApiKey};
use quarry_sdk::api_keys::rotate;
use quarry_sdk::prelude::*;
use serde::Deserialize;

/// The end of the old key.
#[derive(Schema, Deserialize)]
pub struct Rotation {
    /// The time for which it keeps working: 0 ends it at once; 86400 is the most and the default.
    #[schema(example = 3600, optional)]
    grace_seconds: Option<u64>,
}

/// A key that was just minted, and the one that it replaces.
#[derive(Schema)]
pub struct RotatedApiKey {
    /// The new key as the list shows it.
    #[schema(rows = SelectApiKey)]
    pub api_key: ApiKey,
    /// The new key itself. It is shown this once.
    #[schema(example = "qk_test_5tL8wQzN2vXcR7bKpD4mYh0a1B2c")]
    pub secret: ShownSecret,
    /// The old one; until its `expires_at` both work.
    #[schema(rows = SelectApiKey)]
    pub replaced: ApiKey,
}

/// Rotate an API key
///
/// Mints a new key with the settings of the old one, in the name of the member who rotates it, who gets an email about it. The old key
/// works for 24 hours more, unless the optional body asks for a shorter time. Owners and admins may.
#[endpoint(
    post = "/session/organizations/{organization_id}/api_keys/{id}/rotate", session, sudo, status = 201,
    guard = MemberRole::Admin,
    refuses(422, "key_not_active", "It was revoked, has expired or was rotated before: mint another one."),
    refuses(422, "too_many_keys", "At most 200 keys that are not revoked: revoke some."),
    body = RotatedApiKey
)]
pub fn rotate_organization_api_key(
    guarded: Guarded<MemberRole>,
    path: ThingPath,
    rotation: Option<JsonBody<Rotation>>,
) -> Result<Answer, Problem> {
    // The host refuses what is too long, also what does not fit.
    let asked = rotation.and_then(|JsonBody(rotation)| rotation.grace_seconds);
    let grace_seconds = asked.map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX));
    let minted = rotate(guarded.tenant(), path.id, grace_seconds)?;
    let answer = Answer::object().row("api_key", api_keys::one(minted.id)?).secret("secret", minted.key);
    Ok(Answer::from(answer.row("replaced", api_keys::one(path.id)?)).with_status(201))
}
