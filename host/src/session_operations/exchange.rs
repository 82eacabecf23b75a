//! `POST /auth/exchange`: signing in.

use crate::session_operations::shared::{SessionOperations, browser, client_post, json_body, sent, sign_in_from};
use crate::session_operations::{answers, viewer};
use quarry_contract::entered_text::EnteredText;
use quarry_contract::{Browser, CookieChange, Problem, Request, Route, Secret, Served};
use quarry_identity::{Credentials, NewSession, OpaqueToken, ProviderCode, SignInError, store_failed};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

pub(super) fn declaration() -> Route {
    Route {
        description: "Redeems credentials for a session: the cookie is set, and the body has the viewer and a \
            refresh token.\n\n`grant_type` names the kind of credentials, and decides which other members are sent:\n\n\
            - `password`: `email`, `password` and, on accounts with a second factor, `otp` (a code of the authenticator \
            or a recovery code)\n\
            - `invitation`: `token` of the mail, `password` and, for a new account, `name`\n\
            - `recovery`: `token` of the mail, the new `password`, and `otp` on accounts with a second factor\n\
            - `authorization_code`: `provider`, `code`, `code_verifier`, `redirect_uri`, `nonce` where one was sent along, \
            and `otp` on accounts with a second factor (POST /auth/authorize begins it)\n\n\
            Ten wrong tries within 15 minutes lock the pair of account and address out. No answer tells whether an \
            account exists."
            .to_owned(),
        request_body: json_body(&body_schema(), &body_example()),
        response_schema: session_schema().to_string(),
        response_example: session_example().to_string(),
        ..client_post("exchange_sign_in", "/auth/exchange", "Sign in")
    }
}

#[derive(Deserialize)]
struct Sent {
    grant_type: GrantType,
    email: Option<String>,
    password: Option<String>,
    otp: Option<String>,
    token: Option<String>,
    name: Option<String>,
    #[serde(flatten)]
    at_provider: SentCode,
}

/// The values that came back from a provider.
#[derive(Deserialize)]
pub(super) struct SentCode {
    provider: Option<String>,
    code: Option<String>,
    code_verifier: Option<String>,
    redirect_uri: Option<String>,
    nonce: Option<String>,
}

impl SentCode {
    /// True when a provider is named at all.
    pub(super) fn names_provider(&self) -> bool {
        self.provider.is_some()
    }

    /// All of it, or what is missing.
    pub(super) fn whole(self) -> Result<ProviderCode, Problem> {
        Ok(ProviderCode {
            provider: required("provider", self.provider)?,
            code: Secret::new(required("code", self.code)?),
            code_verifier: Secret::new(required("code_verifier", self.code_verifier)?),
            redirect_uri: required("redirect_uri", self.redirect_uri)?,
            nonce: self.nonce.map(Secret::new),
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum GrantType {
    Password,
    Invitation,
    Recovery,
    AuthorizationCode,
}

pub(super) async fn exchange(shared: Arc<SessionOperations>, request: Request) -> Served {
    let browser = browser(&request)?;
    let (from, now) = (sign_in_from(&browser), shared.clock.now());
    let sent: Sent = sent(&request)?;
    let otp = sent.otp.filter(|code| !code.trim().is_empty()).map(Secret::new);
    let password = sent.password.map(Secret::new);
    let session = match sent.grant_type {
        GrantType::Password => {
            let email = required("email", sent.email)?;
            let credentials = Credentials { email, password: required("password", password)?, otp };
            shared.sign_in.with_password(credentials, &from, now).await?
        }
        GrantType::Invitation => {
            let (token, password) = (mailed(sent.token)?, required("password", password)?);
            shared.sign_in.with_invitation(&token, sent.name.as_deref(), password, otp, &from, now).await?
        }
        GrantType::Recovery => {
            let (token, password) = (mailed(sent.token)?, required("password", password)?);
            shared.sign_in.with_recovery(&token, password, otp, &from, now).await?
        }
        GrantType::AuthorizationCode => {
            shared.sign_in.with_provider(sent.at_provider.whole()?, otp, &from, now).await?
        }
    };
    signed_in(&shared, &browser, &session).await
}

/// The answer to a sign-in or a refresh: sets the cookie.
pub(super) async fn signed_in(shared: &SessionOperations, browser: &Browser, session: &NewSession) -> Served {
    let token = session.token.secret().clone();
    let state = shared.sign_in.sessions().find(&session.token, shared.clock.now()).await;
    let state = state.map_err(|error| store_failed(&error))?.ok_or(SignInError::SessionEnded)?;
    browser.change_cookie(CookieChange::Keep { token, max_age_seconds: session.max_age_seconds });
    answers::ok(&json!({
        "viewer": viewer::signed_in(&state),
        "refresh_token": session.refresh_token.expose(),
        "refresh_token_expires_at": session.refresh_expires_at.to_string(),
    }))
}

fn mailed(token: Option<String>) -> Result<OpaqueToken, Problem> {
    let token = required("token", token)?;
    Ok(OpaqueToken::parse(token.trim()).ok_or(SignInError::UnknownToken)?)
}

fn required<Value>(name: &str, value: Option<Value>) -> Result<Value, Problem> {
    value.ok_or_else(|| refused(name, "validation_failed", &format!("This grant_type needs {name}.")))
}

fn refused(field: &str, code: &str, sentence: &str) -> Problem {
    Problem::new(422, code, sentence)
        .with("fields", Json::Object(Map::from_iter([(field.to_owned(), sentence.into())])))
}

fn body_schema() -> Json {
    let text = |max: u32, description: &str| json!({ "type": "string", "maxLength": max, "description": description });
    json!({
        "type": "object",
        "required": ["grant_type"],
        "properties": {
            "grant_type": { "type": "string", "enum": ["password", "invitation", "recovery", "authorization_code"] },
            "email": text(254, "Email address of the account."),
            "password": text(1024, "Password of the account, or the new one."),
            "otp": text(64, "A code of the authenticator, or a recovery code."),
            "token": text(64, "Token of the mail."),
            "name": {
                "type": "string",
                "format": EnteredText::Line.format(),
                "maxLength": 200,
                "description": "The name of a person who has no account yet.",
            },
            "provider": text(64, "Key of the OpenID Connect provider."),
            "code": text(4096, "Authorization code of the provider."),
            "code_verifier": text(128, "PKCE verifier (RFC 7636)."),
            "redirect_uri": text(2048, "The address to return to, as it was sent to the provider."),
            "nonce": text(256, "The nonce that was sent to the provider, if one was."),
        },
    })
}

fn body_example() -> Json {
    json!({ "grant_type": "password", "email": "member@quarry.example", "password": "correct horse battery staple" })
}

/// The schema of the answers of signing in and refreshing.
pub(super) fn session_schema() -> Json {
    json!({
        "type": "object",
        "required": ["viewer", "refresh_token", "refresh_token_expires_at"],
        "properties": {
            "viewer": viewer::schema(),
            "refresh_token": { "type": "string", "description": "The token for POST /auth/refresh, good once." },
            "refresh_token_expires_at": { "type": "string", "format": "date-time" },
        },
    })
}

pub(super) fn session_example() -> Json {
    json!({
        "viewer": viewer::example(),
        "refresh_token": "YVd4c1pYUWdhWE1nYm05MElHRWdkRzlyWlc0aElTRSE",
        "refresh_token_expires_at": "2026-03-15T10:00:00Z",
    })
}
