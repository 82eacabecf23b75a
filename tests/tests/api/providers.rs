//! Signing in at a provider of OpenID Connect: a real provider process, faults included.

use quarry_tests::browser::{Browser, email, password};
use quarry_tests::server::{Options, Server, app_store_environment};
use quarry_tests::sign_in_provider::SignInProvider;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A deployment with a provider of its own. One test at a time tells the provider what to do.
pub(crate) struct Place {
    pub(crate) server: Server,
    pub(crate) provider: SignInProvider,
}

pub(crate) fn place() -> MutexGuard<'static, Place> {
    static PLACE: OnceLock<Mutex<Place>> = OnceLock::new();
    let place = PLACE.get_or_init(|| Mutex::new(start("providers", &[])));
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn start(name: &str, further: &[(&str, &str)]) -> Place {
    let program = Path::new(env!("CARGO_BIN_EXE_quarry-sign-in-provider"));
    let provider = SignInProvider::start(program).expect("a provider");
    let mut environment = app_store_environment(name).expect("the application store of the tests");
    environment.extend(provider.environment());
    // All tests ask from one address.
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    environment.extend(further.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    Place { server, provider }
}

impl Place {
    /// A browser that has come back from the provider, and what it came back with.
    pub(crate) fn come_back(&self) -> (Browser<'_>, Json) {
        let mut browser = Browser::new(&self.server);
        let begun = self.provider.begin(&mut browser, json!({ "provider": "company" }), false);
        (browser, begun.body())
    }

    /// Signs in at the provider; the answer must be good.
    pub(crate) fn signed_in(&self) -> Browser<'_> {
        let (mut browser, body) = self.come_back();
        let answer = browser.exchange(&body);
        assert_eq!(answer.status, 200, "{}", answer.text);
        browser
    }
}

#[test]
fn a_new_person_gets_an_account_and_comes_back_to_it_under_a_new_address() {
    let place = place();
    place.provider.person("grace-1", "grace@company.example");
    let first = place.signed_in().get("/session").json();
    assert_eq!(first["user"]["email"], "grace@company.example");
    assert_eq!((&first["user"]["name"], &first["organization"]["kind"]), (&json!("Grace Example"), &json!("personal")));
    assert_eq!(first["permissions"], json!([]));
    place.provider.person("grace-1", "grace.hopper@company.example");
    let again = place.signed_in().get("/session").json();
    assert_eq!(again["user"]["id"], first["user"]["id"], "the provider's own name for a person is what counts");
    place.provider.person("grace-2", "GRACE@company.example");
    let same_address = place.signed_in().get("/session").json();
    assert_eq!(same_address["user"]["id"], first["user"]["id"], "a verified address leads to its account");
}

#[test]
fn people_with_a_password_come_to_their_own_account() {
    let place = place();
    place.provider.person("member-1", &email(&place.server, "member").to_uppercase());
    let viewer = place.signed_in().get("/session").json();
    assert_eq!(viewer["user"]["email"], email(&place.server, "member").as_str());
    assert_eq!(viewer["organization"]["name"], "Sample Research");
    let mut browser = Browser::new(&place.server);
    let signed_in = browser.sign_in(&email(&place.server, "member"), &password(&place.server, "member"));
    assert_eq!(signed_in.status, 200, "the password is one as before: {}", signed_in.text);
}

#[test]
fn the_browser_is_sent_to_the_provider_with_all_that_protects_the_way_back() {
    let place = place();
    place.provider.person("grace-1", "grace@company.example");
    let mut browser = Browser::new(&place.server);
    let url = place.provider.begin(&mut browser, json!({ "provider": "company" }), true).url;
    let value = |name: &str| url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned());
    assert!(url.as_str().starts_with(&format!("{}/authorize?", place.provider.issuer)), "{url}");
    assert_eq!(value("response_type").as_deref(), Some("code"));
    assert_eq!(value("code_challenge_method").as_deref(), Some("S256"));
    assert_eq!(value("scope").as_deref(), Some("openid email profile"));
    assert_eq!((value("prompt").as_deref(), value("max_age").as_deref()), (Some("login"), Some("0")));
    assert!(value("nonce").is_some() && value("state").is_some());
    assert!(!url.as_str().contains(&place.provider.client_secret.replace(' ', "+")), "the secret stays here");
    let shown = place.server.get_keyless("/public/auth").json();
    assert_eq!(
        shown["providers"],
        json!([
            { "key": "password", "kind": "password", "name": "E-mail and password" },
            { "key": "company", "kind": "openid_connect", "name": "Company account" },
        ])
    );
}

#[test]
fn whatever_is_wrong_with_a_token_opens_nothing_and_reads_the_same() {
    let place = place();
    let mut told = Vec::new();
    for fault in [
        "wrong_audience",
        "wrong_issuer",
        "wrong_nonce",
        "expired",
        "forged_signature",
        "unsigned",
        "shared_secret",
        "unknown_key",
        "no_id_token",
        "foreign_user_info",
        "broken",
    ] {
        place.provider.person("grace-1", "grace@company.example");
        let (mut browser, body) = place.come_back();
        place.provider.fault(fault);
        let refused = browser.exchange(&body);
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (401, "provider_sign_in_failed"),
            "{fault}: {}",
            refused.text
        );
        assert_eq!((refused.header("set-cookie"), browser.cookie.as_str()), ("", ""), "{fault}");
        told.push(refused.detail());
    }
    place.provider.person("grace-1", "grace@company.example");
    place
        .provider
        .control(json!({ "person": { "sub": "x", "email": "grace@company.example", "email_verified": false } }));
    let (mut browser, body) = place.come_back();
    told.push(browser.exchange(&body).detail());
    place.provider.control(json!({ "person": { "sub": "x" } }));
    let (mut browser, body) = place.come_back();
    told.push(browser.exchange(&body).detail());
    told.dedup();
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn a_code_is_worth_nothing_twice_or_with_another_verifier_or_redirect() {
    let place = place();
    place.provider.person("grace-1", "grace@company.example");
    let (mut browser, body) = place.come_back();
    assert_eq!(browser.exchange(&body).status, 200);
    assert_eq!(browser.exchange(&body).status, 401, "a second time");
    for (name, value) in [
        ("code_verifier", "x".repeat(43)),
        ("redirect_uri", "https://elsewhere.example/".to_owned()),
        ("code", "guessed".to_owned()),
        ("nonce", "another-nonce".to_owned()),
    ] {
        let (mut browser, mut body) = place.come_back();
        body[name] = value.into();
        let refused = browser.exchange(&body);
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (401, "provider_sign_in_failed"),
            "{name}: {}",
            refused.text
        );
    }
}

#[test]
fn a_provider_may_change_its_keys_and_their_kind() {
    let place = start("providers_keys", &[]);
    place.provider.person("grace-1", "grace@company.example");
    place.signed_in();
    place.provider.control(json!({ "rotate": "ES256" }));
    place.signed_in();
    let asked = place.provider.control(json!({}));
    assert_eq!(asked["/keys"], 2, "the keys are asked for once, and once again for the new one: {asked}");
    assert_eq!(asked["/.well-known/openid-configuration"], 1, "{asked}");
    // Names of keys that nobody knows do not make the host ask and ask.
    place.provider.fault("unknown_key");
    for _ in 0..3 {
        let (mut browser, body) = place.come_back();
        assert_eq!(browser.exchange(&body).status, 401);
    }
    assert_eq!(place.provider.control(json!({}))["/keys"], 2);
}

#[test]
fn an_address_that_only_the_user_info_tells_is_good() {
    let place = place();
    place.provider.person("thin-1", "thin@company.example");
    place.provider.fault("thin_token");
    assert_eq!(place.signed_in().get("/session").json()["user"]["email"], "thin@company.example");
}

#[test]
fn the_sudo_window_opens_by_a_fresh_sign_in_alone() {
    let place = place();
    place.provider.person("sudo-1", "sudo@company.example");
    let mut browser = place.signed_in();
    let window = |browser: &Browser<'_>| browser.get("/session/sudo").json()["open"].as_bool();
    assert_eq!(window(&browser), Some(false), "they signed in at the provider an hour ago");
    let who = json!({ "provider": "company" });
    let mut stale = place.provider.begin(&mut browser, who.clone(), false).body();
    stale.as_object_mut().expect("an object").remove("grant_type");
    let refused = browser.write("POST", "/session/sudo", &stale);
    assert_eq!((refused.status, refused.code().as_str()), (422, "not_fresh"), "{}", refused.text);
    place.provider.person("sudo-2", "somebody.else@company.example");
    let other = place.provider.begin(&mut browser, who.clone(), true).body();
    let refused = browser.write("POST", "/session/sudo", &other);
    assert_eq!((refused.status, refused.code().as_str()), (422, "provider_sign_in_failed"), "{}", refused.text);
    assert_eq!(window(&browser), Some(false));
    place.provider.person("sudo-1", "sudo@company.example");
    let fresh = place.provider.begin(&mut browser, who.clone(), true).body();
    let opened = browser.write("POST", "/session/sudo", &fresh);
    assert_eq!((opened.status, opened.json()["open"].as_bool()), (200, Some(true)), "{}", opened.text);
    assert_eq!(window(&browser), Some(true), "with the new cookie");
    let mut second = Browser::new(&place.server);
    let begun = place.provider.begin(&mut second, who.clone(), true);
    assert_eq!(second.exchange(&begun.body()).status, 200);
    assert_eq!(window(&second), Some(true), "a sign-in that was fresh opens it at once");
    place.provider.fault("no_authentication_time");
    let mut silent = Browser::new(&place.server);
    let begun = place.provider.begin(&mut silent, who, true);
    assert_eq!(silent.exchange(&begun.body()).status, 200);
    assert_eq!(window(&silent), Some(false), "a provider that does not say when opens nothing");
}

#[test]
fn what_cannot_be_begun_is_named() {
    let place = place();
    let mut browser = Browser::new(&place.server);
    let mut field = |who: Json, field: &str| {
        let refused = place.provider.ask(&mut browser, who, false);
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert!(refused.json()["fields"][field].is_string(), "{field}: {}", refused.text);
    };
    field(json!({}), "provider");
    field(json!({ "provider": "nobody" }), "provider");
    field(json!({ "provider": "organization-1" }), "provider");
    field(json!({ "email": "ada@example.org" }), "email");
    for redirect in ["javascript:alert(1)", "http://app.example.org/", "https://app.example.org/#here"] {
        field(json!({ "provider": "company", "redirect_uri": redirect }), "redirect_uri");
    }
    field(json!({ "provider": "company", "code_challenge": "=".repeat(43) }), "code_challenge");
}

#[test]
fn no_code_token_or_secret_is_in_the_log() {
    let place = start("providers_log", &[("QUARRY__TELEMETRY__LOG", "trace")]);
    place.provider.person("grace-1", "grace@company.example");
    let (mut browser, body) = place.come_back();
    assert_eq!(browser.exchange(&body).status, 200);
    assert_eq!(browser.exchange(&body).status, 401, "a second time");
    let log = place.server.log();
    assert!(log.contains("/auth/exchange") && log.contains("invalid_grant"), "what happened is logged");
    let texts = ["code", "code_verifier", "nonce"].map(|name| body[name].as_str().expect("a text").to_owned());
    for secret in texts.iter().chain([&place.provider.client_secret]) {
        assert!(!log.contains(secret.as_str()), "the log holds {secret}");
    }
    assert!(!log.contains("access-"), "the log holds a token");
}
