//! `POST /auth/authorize`: where to send a browser that is to sign in at a provider.

use crate::session_operations::answers;
use crate::session_operations::shared::{SessionOperations, client_post, json_body, sent};
use quarry_contract::{Problem, Request, Route, Served};
use quarry_identity::{BeginProvider, ProviderChoice, SignInError};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    let schema = json!({
        "type": "object",
        "required": ["redirect_uri", "state", "code_challenge"],
        "properties": {
            "provider": { "type": "string", "maxLength": 64, "description": "Key of a provider of GET /public/auth, or of an earlier answer." },
            "email": { "type": "string", "maxLength": 254, "description": "Email address of a domain whose organization has a provider of its own; sent instead of `provider`." },
            "redirect_uri": { "type": "string", "maxLength": 2048, "description": "The address to which the provider sends the browser afterwards; the provider must know it." },
            "state": { "type": "string", "minLength": 8, "maxLength": 256, "description": "A random text, which the browser brings back." },
            "nonce": { "type": "string", "minLength": 8, "maxLength": 256, "description": "A random text, which POST /auth/exchange then takes too." },
            "code_challenge": { "type": "string", "minLength": 43, "maxLength": 43, "description": "S256 of the PKCE verifier (RFC 7636)." },
            "fresh": { "type": "boolean", "description": "Has the provider ask for the password again, for the recent-password window." },
        },
    });
    let example = json!({
        "provider": "company",
        "redirect_uri": "https://app.quarry.example/signed-in",
        "state": "b1FvR2JZcDdf",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    });
    let answer = json!({
        "type": "object",
        "required": ["provider", "authorization_url"],
        "properties": {
            "provider": { "type": "string", "description": "The provider's key for POST /auth/exchange." },
            "authorization_url": { "type": "string", "format": "uri", "description": "The address to send the browser to." },
        },
    });
    let answer_example = json!({
        "provider": "company",
        "authorization_url": "https://login.example.org/authorize?response_type=code&client_id=quarry",
    });
    Route {
        description: "Gives the address of a provider of OpenID Connect to send the browser to, by the provider's key or by \
            an email address. The code with which the browser comes back is redeemed by POST /auth/exchange with the grant type \
            `authorization_code`.\n\nWhether an address has an account makes no difference: its domain alone is looked at."
            .to_owned(),
        request_body: json_body(&schema, &example),
        response_schema: answer.to_string(),
        response_example: answer_example.to_string(),
        ..client_post("begin_sign_in", "/auth/authorize", "Begin a sign-in at a provider")
    }
}

#[derive(Deserialize)]
struct Sent {
    provider: Option<String>,
    email: Option<String>,
    redirect_uri: String,
    state: String,
    nonce: Option<String>,
    code_challenge: String,
    #[serde(default)]
    fresh: bool,
}

pub(super) async fn authorize(shared: Arc<SessionOperations>, request: Request) -> Served {
    let Sent { provider, email, redirect_uri, state, nonce, code_challenge, fresh } = sent(&request)?;
    let choice = match (provider, email) {
        (Some(key), _) => ProviderChoice::Key(key),
        (None, Some(email)) => ProviderChoice::Email(email),
        (None, None) => {
            let sentence = "Send provider with the key of a provider, or email.";
            return Err(
                Problem::new(422, "validation_failed", sentence).with("fields", json!({ "provider": sentence }))
            );
        }
    };
    let begin = BeginProvider { choice, redirect_uri, state, nonce, code_challenge, is_fresh: fresh };
    let (provider, url) = shared.sign_in.providers().begin(&begin).await.map_err(SignInError::Provider)?;
    answers::ok(&json!({ "provider": provider, "authorization_url": url.as_str() }))
}
