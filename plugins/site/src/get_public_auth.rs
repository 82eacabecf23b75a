//! `GET /public/auth`.

use quarry_sdk::prelude::*;

statement!(app_store, SelectSignInProviders, "sql/sign_in_providers.sql");

/// The kind of a way to sign in.
#[derive(Choice)]
pub enum ProviderKind {
    Password,
    OpenidConnect,
}

/// A way to sign in.
#[derive(Schema)]
pub struct Provider {
    /// The key that programs use.
    #[schema(example = "password")]
    pub key: String,
    /// The kind: an e-mail address and a password here, or a provider of OpenID Connect.
    pub kind: ProviderKind,
    /// The name or title that people read.
    #[schema(example = "E-mail and password")]
    pub name: String,
}

/// The way in which programs authenticate.
#[derive(Schema, Serialize)]
pub struct KeyAccess {
    /// The header that carries the key.
    #[schema(example = "Authorization")]
    pub header: String,
    /// The word that stands before the key.
    #[schema(example = "Bearer")]
    pub scheme: String,
    /// The scopes that a key can be given.
    #[schema(example = ["read", "research:write", "exports"])]
    pub scopes: Vec<String>,
}

#[derive(Schema)]
pub struct Ways {
    /// Ways for people, in the order to show them; empty where this deployment has none.
    #[schema(rows = SelectSignInProviders)]
    pub providers: Vec<Provider>,
    /// The way for programs.
    pub api_keys: KeyAccess,
}

/// The ways to sign in, and how programs send a key
#[endpoint(get = "/public/auth", keyless, body = Ways)]
pub fn get_public_auth() -> Result<Answer, Problem> {
    let api_keys = KeyAccess {
        header: "Authorization".to_owned(),
        scheme: "Bearer".to_owned(),
        scopes: ["read", "research:write", "exports"].map(str::to_owned).to_vec(),
    };
    Ok(Answer::object().rows("providers", SelectSignInProviders {}.query()?).member("api_keys", &api_keys).into())
}
