//! The provider's process, and a browser that is sent to it.

use crate::bounded::SHORT;
use crate::browser::Browser;
use crate::http::Answer;
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use url::Url;

const REDIRECT_URI: &str = "https://app.quarry.example/signed-in";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const NONCE: &str = "n-0S6_WzA2Mj";

/// A running provider. Its process ends when this is dropped, or with the test's process, whose pipe it reads.
#[derive(Debug)]
pub struct SignInProvider {
    process: Child,
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
}

/// The redirect that a browser came back with.
#[derive(Debug, Clone)]
pub struct Begun {
    pub provider: String,
    pub code: String,
    /// The address that the browser was sent to.
    pub url: Url,
}

impl Begun {
    /// The body that redeems it.
    pub fn body(&self) -> Json {
        json!({
            "grant_type": "authorization_code",
            "provider": self.provider,
            "code": self.code,
            "code_verifier": VERIFIER,
            "redirect_uri": REDIRECT_URI,
            "nonce": NONCE,
        })
    }
}

impl SignInProvider {
    /// Starts `program` (`quarry-sign-in-provider`).
    pub fn start(program: &Path) -> Result<SignInProvider> {
        let (client_id, client_secret) = ("quarry-client", "the secret of the client 4711");
        let mut command = Command::new(program);
        command.args([client_id, client_secret]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("the provider's output")?).read_line(&mut line)?;
        Ok(SignInProvider {
            process,
            issuer: line.trim().to_owned(),
            client_id: client_id.to_owned(),
            client_secret: client_secret.to_owned(),
        })
    }

    /// The environment of a host that knows it as `company`.
    pub fn environment(&self) -> Vec<(String, String)> {
        let key = |name: &str| format!("QUARRY__SIGN_IN__PROVIDERS__COMPANY__{name}");
        vec![
            (key("NAME"), "Company account".to_owned()),
            (key("ISSUER"), self.issuer.clone()),
            (key("CLIENT_ID"), self.client_id.clone()),
            (key("CLIENT_SECRET"), self.client_secret.clone()),
            ("QUARRY__DEVELOPMENT__ALLOW_LOOPBACK_HTTP".to_owned(), "true".to_owned()),
        ]
    }

    /// Tells it what is so from now on; gives how often each path was asked.
    pub fn control(&self, told: Json) -> Json {
        let request = ureq::post(format!("{}/control", self.issuer)).config().timeout_global(Some(SHORT)).build();
        let sent = request.send(told.to_string());
        let text = sent.expect("the provider takes it").body_mut().read_to_string().expect("the answer is text");
        serde_json::from_str(&text).expect("the answer is JSON")
    }

    /// Puts a person with a verified address in front of the browser.
    pub fn person(&self, subject: &str, email: &str) {
        self.control(json!({
            "fault": "none",
            "person": { "sub": subject, "email": email, "email_verified": true, "name": "Grace Example" },
        }));
    }

    /// Lets something go wrong from now on; `none` ends it.
    pub fn fault(&self, fault: &str) {
        self.control(json!({ "fault": fault }));
    }

    /// Begins a sign-in as the application does, by `who` (`{"provider": …}` or `{"email": …}`), and follows the browser.
    pub fn begin(&self, browser: &mut Browser<'_>, who: Json, is_fresh: bool) -> Begun {
        let begun = self.ask(browser, who, is_fresh);
        assert_eq!(begun.status, 200, "{}", begun.text);
        let answer = begun.json();
        let url: Url = answer["authorization_url"].as_str().expect("an address").parse().expect("a URL");
        let back = follow(&url);
        let state = query(&back, "state");
        assert_eq!(state, "state-of-the-test");
        Begun { provider: answer["provider"].as_str().expect("a key").to_owned(), code: query(&back, "code"), url }
    }

    /// `POST /auth/authorize`.
    pub fn ask(&self, browser: &mut Browser<'_>, who: Json, is_fresh: bool) -> Answer {
        let mut body = json!({
            "redirect_uri": REDIRECT_URI,
            "state": "state-of-the-test",
            "nonce": NONCE,
            "code_challenge": URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER)),
            "fresh": is_fresh,
        });
        for (name, value) in who.as_object().expect("an object") {
            body[name] = value.clone();
        }
        browser.client_post("/auth/authorize", &body)
    }
}

/// Gives the address that the provider sends the browser back to.
fn follow(url: &Url) -> Url {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .max_redirects(0)
        .http_status_as_error(false)
        .timeout_global(Some(SHORT))
        .build()
        .into();
    let mut answer = agent.get(url.as_str()).call().expect("the provider answers");
    let location = answer.headers().get("location").and_then(|value| value.to_str().ok()).map(str::to_owned);
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    location.unwrap_or_else(|| panic!("the provider sends the browser back: {text}")).parse().expect("a URL")
}

fn query(url: &Url, name: &str) -> String {
    let found = url.query_pairs().find(|(found, _)| found == name);
    found.unwrap_or_else(|| panic!("{name} is in {url}")).1.into_owned()
}

impl Drop for SignInProvider {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
