//! The provider's knowledge, and its answers.

use super::keys::{Key, encoded, shared_secret_token, unsigned_token};
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};
use url::Url;

/// Seconds since people signed in at the provider, when it does not ask them again.
const SIGNED_IN_SECONDS_AGO: i64 = 3600;

/// The fault that happens from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Fault {
    WrongAudience,
    WrongIssuer,
    WrongNonce,
    Expired,
    /// A signature by a key that only has the name of a published one.
    ForgedSignature,
    Unsigned,
    SharedSecret,
    /// A key that is nowhere published.
    UnknownKey,
    NoIdToken,
    /// Address and name are told by the user info alone.
    ThinToken,
    /// The user info is about somebody else.
    ForeignUserInfo,
    NoAuthenticationTime,
    /// The token endpoint takes a few seconds.
    SlowToken,
    /// The discovery document takes a few seconds.
    SlowDocument,
    /// The token endpoint answers with a status of its own.
    Broken,
    /// The discovery document names another issuer.
    ForeignDocument,
    /// Browsers are sent to an address that they would run.
    ScriptAuthorization,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Person {
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
    name: Option<String>,
}

/// The changes of `POST /control`; members that are left out stay.
#[derive(Debug, Deserialize)]
pub(super) struct Control {
    person: Option<Person>,
    /// A fault, or `none`.
    fault: Option<String>,
    /// `RS256` or `ES256`: a new key, whose name nobody knows yet, in place of the one before.
    rotate: Option<String>,
}

struct Grant {
    person: Person,
    challenge: String,
    nonce: Option<String>,
    redirect_uri: String,
    authenticated_at: i64,
}

pub(super) struct Provider {
    issuer: String,
    client_id: String,
    client_secret: String,
    key: Key,
    fault: Option<Fault>,
    person: Option<Person>,
    grants: HashMap<String, Grant>,
    people_by_token: HashMap<String, Person>,
    count: u32,
    /// The number of requests for each path.
    pub(super) asked: HashMap<String, u32>,
}

impl Provider {
    pub(super) fn new(issuer: String, client_id: String, client_secret: String) -> Result<Provider> {
        Ok(Provider {
            issuer,
            client_id,
            client_secret,
            key: Key::generate("key-0", "RS256")?,
            fault: None,
            person: None,
            grants: HashMap::new(),
            people_by_token: HashMap::new(),
            count: 0,
            asked: HashMap::new(),
        })
    }

    pub(super) fn control(&mut self, control: Control) -> Result<()> {
        if control.person.is_some() {
            self.person = control.person;
        }
        match control.fault.as_deref() {
            Some("none") => self.fault = None,
            Some(fault) => self.fault = Some(serde_json::from_value(json!(fault))?),
            None => {}
        }
        if let Some(algorithm) = control.rotate {
            self.count += 1;
            let id = format!("key-{}", self.count);
            self.key = Key::generate(&id, &algorithm)?;
        }
        Ok(())
    }

    /// Tells that the answer at that path takes its time.
    pub(super) fn is_slow(&self, path: &str) -> bool {
        match self.fault {
            Some(Fault::SlowToken) => path == "/token",
            Some(Fault::SlowDocument) => path == "/.well-known/openid-configuration",
            _ => false,
        }
    }

    pub(super) fn document(&self) -> Json {
        let issuer = &self.issuer;
        let at = |path: &str| format!("{issuer}{path}");
        let named = if self.fault == Some(Fault::ForeignDocument) { "https://elsewhere.example" } else { issuer };
        let authorization = match self.fault {
            Some(Fault::ScriptAuthorization) => "javascript:alert(1)//".to_owned(),
            _ => at("/authorize"),
        };
        json!({
            "issuer": named,
            "authorization_endpoint": authorization,
            "token_endpoint": at("/token"),
            "userinfo_endpoint": at("/userinfo"),
            "jwks_uri": at("/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        })
    }

    pub(super) fn keys(&self) -> Json {
        json!({ "keys": [self.key.public()] })
    }

    /// Grants what a browser asks for; gives where it is sent back to.
    pub(super) fn authorize(&mut self, query: &HashMap<String, String>) -> Result<Url> {
        let asked = |name: &str| query.get(name).cloned().with_context(|| format!("{name} is missing"));
        anyhow::ensure!(asked("client_id")? == self.client_id, "another client");
        anyhow::ensure!(asked("response_type")? == "code" && asked("code_challenge_method")? == "S256", "another flow");
        anyhow::ensure!(asked("scope")?.split(' ').any(|scope| scope == "openid"), "no OpenID Connect");
        self.count += 1;
        let code = format!("code-{}-{}", self.count, encoded(&ring_random()?));
        let is_fresh = query.get("prompt").is_some_and(|prompt| prompt == "login");
        let grant = Grant {
            person: self.person.clone().context("nobody is in front of the browser")?,
            challenge: asked("code_challenge")?,
            nonce: query.get("nonce").cloned(),
            redirect_uri: asked("redirect_uri")?,
            authenticated_at: if is_fresh { now() } else { now() - SIGNED_IN_SECONDS_AGO },
        };
        let mut back = Url::parse(&grant.redirect_uri)?;
        back.query_pairs_mut().append_pair("code", &code).append_pair("state", &asked("state")?);
        self.grants.insert(code, grant);
        Ok(back)
    }

    /// Redeems a code, once; `authorization` is the header. The error is an `error` of RFC 6749.
    pub(super) fn redeem(
        &mut self,
        authorization: &str,
        form: &HashMap<String, String>,
    ) -> std::result::Result<Json, &'static str> {
        if self.fault == Some(Fault::Broken) {
            return Err("server_error");
        }
        if !self.is_client(authorization) {
            return Err("invalid_client");
        }
        let sent = |name: &str| form.get(name).cloned().unwrap_or_default();
        let grant = self.grants.remove(&sent("code")).ok_or("invalid_grant")?;
        let is_own = encoded(&Sha256::digest(sent("code_verifier"))) == grant.challenge;
        if sent("grant_type") != "authorization_code" || sent("redirect_uri") != grant.redirect_uri || !is_own {
            return Err("invalid_grant");
        }
        let access_token = format!("access-{}", encoded(&ring_random().map_err(|_| "server_error")?));
        self.people_by_token.insert(access_token.clone(), grant.person.clone());
        let mut answer = json!({ "access_token": access_token, "token_type": "Bearer", "expires_in": 300 });
        if self.fault != Some(Fault::NoIdToken) {
            answer["id_token"] = self.id_token(&grant).map_err(|_| "server_error")?.into();
        }
        Ok(answer)
    }

    pub(super) fn user_info(&self, authorization: &str) -> Option<Json> {
        let person = self.people_by_token.get(authorization.strip_prefix("Bearer ")?)?;
        let mut told = json!({ "sub": person.sub });
        if self.fault == Some(Fault::ForeignUserInfo) {
            told["sub"] = "somebody-else".into();
        }
        describe(&mut told, person);
        Some(told)
    }

    /// RFC 6749 has id and secret encoded as in a form, before Basic encodes both.
    fn is_client(&self, authorization: &str) -> bool {
        let form = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let expected = STANDARD.encode(format!("{}:{}", form(&self.client_id), form(&self.client_secret)));
        authorization.strip_prefix("Basic ") == Some(&expected)
    }

    fn id_token(&self, grant: &Grant) -> Result<String> {
        let mut claims = json!({
            "iss": self.issuer, "sub": grant.person.sub, "aud": self.client_id,
            "iat": now(), "exp": now() + 300, "auth_time": grant.authenticated_at,
        });
        if let Some(nonce) = &grant.nonce {
            claims["nonce"] = nonce.as_str().into();
        }
        if !matches!(self.fault, Some(Fault::ThinToken | Fault::ForeignUserInfo)) {
            describe(&mut claims, &grant.person);
        }
        match self.fault {
            Some(Fault::WrongAudience) => claims["aud"] = "another-client".into(),
            Some(Fault::WrongIssuer) => claims["iss"] = "https://elsewhere.example".into(),
            Some(Fault::WrongNonce) => claims["nonce"] = "another-nonce".into(),
            Some(Fault::Expired) => claims["exp"] = (now() - 1).into(),
            Some(Fault::NoAuthenticationTime) => claims["auth_time"] = Json::Null,
            _ => {}
        }
        match self.fault {
            Some(Fault::ForgedSignature) => {
                let good = self.key.token(&claims)?;
                let (text, _) = good.rsplit_once('.').context("a signature")?;
                Ok(format!("{text}.{}", encoded(&[7; 256])))
            }
            Some(Fault::UnknownKey) => Key::generate("key-nobody-knows", "ES256")?.token(&claims),
            Some(Fault::Unsigned) => Ok(unsigned_token(&claims)),
            Some(Fault::SharedSecret) => Ok(shared_secret_token(&claims, &self.client_secret)),
            _ => self.key.token(&claims),
        }
    }
}

fn describe(claims: &mut Json, person: &Person) {
    if let Some(email) = &person.email {
        claims["email"] = email.as_str().into();
        claims["email_verified"] = person.email_verified.into();
    }
    if let Some(name) = &person.name {
        claims["name"] = name.as_str().into();
    }
}

fn ring_random() -> Result<[u8; 16]> {
    use ring::rand::SecureRandom;
    let mut bytes = [0; 16];
    ring::rand::SystemRandom::new().fill(&mut bytes).ok().context("randomness")?;
    Ok(bytes)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}
