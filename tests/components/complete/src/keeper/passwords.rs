//! A password becomes a hash that its client carries, and is compared with it.

use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Schema, Deserialize)]
pub struct NewPassword {
    /// A secret that nobody may see.
    pub password: Secret,
}

#[derive(Schema, Serialize)]
pub struct Hash {
    /// Sealed.
    pub hash: String,
}

/// Hashes a password.
#[endpoint(post = "/keeper/passwords", keyless, cache = no_store, body = Hash)]
pub fn hash_password(JsonBody(new): JsonBody<NewPassword>) -> Result<Answer, Problem> {
    Ok(Answer::json(&Hash { hash: hex(&new.password.hash_password()?) }))
}

#[derive(Schema, Deserialize)]
pub struct Attempt {
    pub account: Account,
    /// The hash, as `POST /keeper/passwords` gave it.
    pub hash: String,
}

#[derive(Schema, Deserialize)]
pub struct Account {
    pub name: String,
    pub password: Secret,
}

#[derive(Schema, Serialize)]
pub struct Comparison {
    pub name: String,
    pub matches: bool,
}

/// Compares a password with a hash.
#[endpoint(post = "/keeper/comparisons", keyless, cache = no_store, body = Comparison)]
pub fn verify_password(JsonBody(sent): JsonBody<Attempt>) -> Result<Answer, Problem> {
    let matches = sent.account.password.verify_password(&bytes(&sent.hash))?;
    Ok(Answer::json(&Comparison { name: sent.account.name, matches }))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).filter_map(|index| u8::from_str_radix(hex.get(2 * index..2 * index + 2)?, 16).ok()).collect()
}
