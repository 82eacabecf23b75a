//! `POST /session/sudo`: opening the recent-password window.

use crate::session_operations::answers;
use crate::session_operations::exchange::SentCode;
use crate::session_operations::shared::{SessionOperations, browser, json_body, sent, session_get, sign_in_from};
use crate::session_operations::show_sudo::{example, schema, window};
use quarry_contract::{Access, CookieChange, Method, Problem, Request, Route, Secret, Served, SessionRule};
use quarry_identity::{Proof, ProviderError, SignInError, store_failed};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    let body = json!({
        "type": "object",
        "properties": {
            "password": { "type": "string", "maxLength": 1024, "description": "The person's password." },
            "otp": { "type": "string", "maxLength": 64, "description": "A code of the authenticator, or a recovery code, instead of `password`." },
            "provider": { "type": "string", "maxLength": 64, "description": "The provider that the person signed in at just now, instead of `password`." },
            "code": { "type": "string", "maxLength": 4096, "description": "Authorization code of the provider." },
            "code_verifier": { "type": "string", "maxLength": 128, "description": "PKCE verifier (RFC 7636)." },
            "redirect_uri": { "type": "string", "maxLength": 2048, "description": "The address to return to, as it was sent to the provider." },
            "nonce": { "type": "string", "maxLength": 256, "description": "The nonce that was sent to the provider, if one was." },
        },
    });
    Route {
        method: Method::Post,
        description: "Opens the window for 15 minutes by the password, by a code of the authenticator or, for people who sign in \
            at a provider, by a sign-in there within the last five minutes (POST /auth/authorize with `fresh`). The session gets a new cookie, and with it a new CSRF token, which the body has. Wrong \
            tries count with those of signing in."
            .to_owned(),
        access: Access::Session(SessionRule::default()),
        request_body: json_body(&body, &json!({ "password": "correct horse battery staple" })),
        response_schema: schema().to_string(),
        response_example: example().to_string(),
        ..session_get("open_sudo", "/session/sudo", "Confirm the password")
    }
}

#[derive(Deserialize)]
struct Sent {
    password: Option<String>,
    otp: Option<String>,
    #[serde(flatten)]
    at_provider: SentCode,
}

pub(super) async fn open_sudo(shared: Arc<SessionOperations>, request: Request) -> Served {
    let browser = browser(&request)?;
    let session = shared.required_session(&browser).await?;
    let Sent { password, otp, at_provider } = sent(&request)?;
    let proof = match (password, otp) {
        (Some(password), _) => Proof::Password(Secret::new(password)),
        (None, Some(code)) => Proof::Code(Secret::new(code)),
        (None, None) if at_provider.names_provider() => Proof::Provider(at_provider.whole()?),
        (None, None) => {
            let sentence = "Send the password, or otp with a code of the authenticator, or the code with which a provider sent the \
                            browser back.";
            return Err(
                Problem::new(422, "validation_failed", sentence).with("fields", json!({ "password": sentence }))
            );
        }
    };
    let now = shared.clock.now();
    let token =
        shared.sign_in.open_sudo(&session, proof, &sign_in_from(&browser), now).await.map_err(not_signed_out)?;
    let renewed = shared.sign_in.sessions().find(&token, now).await.map_err(|error| store_failed(&error))?;
    let renewed = renewed.ok_or(SignInError::SessionEnded)?;
    let max_age_seconds = shared.sign_in.sessions().longest_seconds();
    browser.change_cookie(CookieChange::Keep { token: token.secret().clone(), max_age_seconds });
    answers::ok(&window(&renewed, now))
}

/// A wrong password is no 401 here: the person is signed in.
fn not_signed_out(error: SignInError) -> Problem {
    let (field, sentence) = match &error {
        SignInError::WrongPassword => ("password", "The password is wrong: check it and try again."),
        SignInError::WrongCode => ("otp", "The code is wrong or was used before: wait for the next one."),
        SignInError::Provider(
            ProviderError::CodeRefused { .. }
            | ProviderError::Token { .. }
            | ProviderError::UnverifiedEmail { .. }
            | ProviderError::ForeignEmail { .. }
            | ProviderError::AnotherPerson { .. },
        ) => {
            tracing::info!(%error, "the sudo window was not opened by a provider");
            ("code", "The provider did not confirm that it is you: begin again, signed in there as the same person.")
        }
        SignInError::Disabled => {
            let detail = "While looking at the service as somebody else, their password cannot be confirmed.";
            return Problem::new(403, "forbidden", detail);
        }
        _ => return error.into(),
    };
    let code = match field {
        "otp" => "invalid_otp",
        "code" => "provider_sign_in_failed",
        _ => "invalid_credentials",
    };
    Problem::new(422, code, sentence).with("fields", json!({ field: sentence }))
}
