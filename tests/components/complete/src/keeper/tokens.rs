//! Tokens: shown once, found again, kept sealed, and signing.

use crate::keeper::passwords::{bytes, hex};
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Schema)]
pub struct Minted {
    pub token: ShownSecret,
    pub fingerprint: String,
    pub sealed: String,
}

/// Makes a token and shows it once.
#[endpoint(post = "/keeper/tokens", keyless, body = Minted)]
pub fn mint_token() -> Result<Answer, Problem> {
    let token = Secret::mint("tok_")?;
    let (fingerprint, sealed) = (hex(&token.fingerprint()?), hex(&token.seal()?));
    Ok(Answer::object().secret("token", token).member("fingerprint", &fingerprint).member("sealed", &sealed).into())
}

#[derive(Schema, Deserialize)]
pub struct Sent {
    pub token: Secret,
}

#[derive(Schema, Serialize)]
pub struct Found {
    pub fingerprint: String,
}

/// Give the fingerprint by which a token is found.
#[endpoint(post = "/keeper/fingerprints", keyless, cache = no_store, body = Found)]
pub fn find_token(FormBody(sent): FormBody<Sent>) -> Result<Answer, Problem> {
    Ok(Answer::json(&Found { fingerprint: hex(&sent.token.fingerprint()?) }))
}

#[derive(Schema, Deserialize)]
pub struct ToSign {
    pub sealed: String,
    pub data: String,
}

#[derive(Schema, Serialize)]
pub struct Signature {
    pub signature: String,
}

/// Signs with a token that was kept.
#[endpoint(post = "/keeper/signatures", keyless, cache = no_store, body = Signature)]
pub fn sign_with_token(JsonBody(sent): JsonBody<ToSign>) -> Result<Answer, Problem> {
    let token = Secret::unseal(&bytes(&sent.sealed))?;
    Ok(Answer::json(&Signature { signature: hex(&token.sign(sent.data.as_bytes())?) }))
}

#[derive(Parameters)]
pub struct ByToken {
    /// The fingerprint of the token that opens it.
    #[parameter(path, example = "tok_5tL8wQzN2vXcR7bKpD4mYhG6sJ9fA3eU")]
    token: TokenFingerprint,
}

/// Show the fingerprint of a token in a path
#[endpoint(get = "/keeper/by_token/{token}", keyless, cache = no_store, body = Found)]
pub fn open_by_token(path: ByToken) -> Result<Answer, Problem> {
    Ok(Answer::json(&Found { fingerprint: hex(&path.token.0) }))
}
