//! Signing in, as a browser meets it.

use quarry_tests::browser::{Browser, SERVICE_CLIENT, email, password};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A server for people alone, without the sample chain.
fn people() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = app_store_environment("people").expect("the application store of the tests");
        // All tests ask from one address.
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

#[test]
fn whoever_is_signed_out_is_told_so_and_signed_in_people_are_themselves() {
    let server = people();
    let out = Browser::new(server).get("/session");
    assert_eq!((out.status, out.json()["signed_in"].as_bool()), (200, Some(false)));
    assert_eq!(out.header("cache-control"), "no-store");
    assert!(out.json()["csrf_token"].is_string() && out.json()["user"].is_null());
    for (user, is_staff) in [("staff", true), ("admin", false), ("member", false)] {
        let browser = Browser::of(server, user);
        let viewer = browser.get("/session");
        assert_eq!(viewer.header("cache-control"), "no-store");
        let viewer = viewer.json();
        assert_eq!(viewer["user"]["email"], email(server, user).as_str());
        assert_eq!(viewer["organization"]["name"], "Sample Research");
        assert_eq!(viewer["csrf_token"], browser.csrf_token.as_str());
        assert_eq!(!viewer["permissions"].as_array().expect("a list").is_empty(), is_staff);
    }
}

#[test]
fn the_cookie_is_kept_from_scripts_and_other_sites() {
    let server = people();
    let body =
        json!({ "grant_type": "password", "email": email(server, "member"), "password": password(server, "member") });
    let sign_in = |host: &str| {
        let headers = [SERVICE_CLIENT, ("content-type", "application/json"), ("host", host)];
        server.send_body("POST", "/auth/exchange", &headers, body.to_string().as_bytes())
    };
    let here = sign_in("127.0.0.1:8080").header("set-cookie").to_owned();
    assert!(here.starts_with("quarry_session="), "{here}");
    assert!(!here.contains("Secure"), "over plain http on this machine: {here}");
    let elsewhere = sign_in("api.quarry.example").header("set-cookie").to_owned();
    assert!(elsewhere.starts_with("__Host-quarry_session="), "{elsewhere}");
    assert!(elsewhere.contains("; Secure"), "{elsewhere}");
    for cookie in [here, elsewhere] {
        for flag in ["; HttpOnly", "; SameSite=Lax", "; Path=/;"] {
            assert!(cookie.contains(flag), "{flag}: {cookie}");
        }
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
}

#[test]
fn a_write_from_a_page_of_somebody_else_is_refused() {
    let server = people();
    let mut browser = Browser::of(server, "member");
    let body = json!({ "password": password(server, "member") });
    let refused = browser.write_across_sites("POST", "/session/sudo", &body);
    assert_eq!((refused.status, refused.code().as_str()), (422, "invalid_csrf_token"), "{}", refused.text);
    assert_eq!(browser.write("POST", "/session/sudo", &body).status, 200);
    let signed_out = Browser::new(server).write_across_sites("POST", "/session/sudo", &body);
    assert_eq!((signed_out.status, signed_out.code().as_str()), (401, "sign_in_required"));
    assert_eq!(signed_out.header("www-authenticate"), "");
}

#[test]
fn signing_in_is_for_the_applications_of_the_deployment() {
    let server = people();
    for path in ["/auth/exchange", "/auth/authorize", "/auth/refresh", "/auth/logout", "/auth/recovery"] {
        for client in ["", "somebody-else"] {
            let headers = [("content-type", "application/json"), ("x-service-client", client)];
            let refused = server.send_body("POST", path, &headers, b"{}");
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (422, "invalid_parameter"),
                "{path}: {}",
                refused.text
            );
            assert!(refused.json()["fields"]["X-SERVICE-Client"].is_string());
        }
    }
}

#[test]
fn a_wrong_password_and_an_unknown_email_read_the_same() {
    let server = people();
    let mut told = Vec::new();
    for email in [email(server, "member").as_str(), "nobody@quarry.example"] {
        let refused = Browser::new(server).sign_in(email, "not the password");
        assert_eq!((refused.status, refused.code().as_str()), (401, "invalid_credentials"), "{}", refused.text);
        assert_eq!(refused.header("set-cookie"), "");
        told.push(refused.detail());
    }
    assert_eq!(told[0], told[1]);
    let asked = |email: &str| Browser::new(server).client_post("/auth/recovery", &json!({ "email": email })).text;
    assert_eq!(asked(&email(server, "admin")), asked("nobody@quarry.example"));
}

#[test]
fn what_a_sign_in_lacks_is_named() {
    let server = people();
    let cases = [
        (json!({ "grant_type": "password", "password": "x" }), "email"),
        (json!({ "grant_type": "password", "email": "a@b.example" }), "password"),
        (json!({ "grant_type": "recovery", "password": "x" }), "token"),
        (json!({ "grant_type": "invitation", "token": "x", "password": "x" }), "token"),
        (json!({ "grant_type": "authorization_code", "code": "x" }), "provider"),
        (json!({ "grant_type": "authorization_code", "provider": "nobody", "code": "x" }), "code_verifier"),
        (
            json!({ "grant_type": "authorization_code", "provider": "nobody", "code": "x", "code_verifier": "x",
                    "redirect_uri": "https://app.quarry.example" }),
            "provider",
        ),
        (json!({ "grant_type": "magic" }), "grant_type"),
        (json!({}), "grant_type"),
    ];
    for (body, field) in cases {
        let refused = Browser::new(server).exchange(&body);
        assert_eq!(refused.status, 422, "{body}: {}", refused.text);
        assert!(refused.json()["fields"][field].is_string(), "{body}: {}", refused.text);
    }
}

#[test]
fn signing_out_ends_the_cookie_and_the_refresh_token() {
    let server = people();
    let mut browser = Browser::of(server, "admin");
    let (cookie, refresh_token) = (browser.cookie.clone(), browser.refresh_token.clone());
    let out = browser.client_post("/auth/logout", &json!({}));
    assert_eq!((out.status, out.json()["signed_in"].as_bool()), (200, Some(false)));
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    let kept = server.send("GET", "/session/sudo", &[("cookie", &cookie)]);
    assert_eq!((kept.status, kept.code().as_str()), (401, "sign_in_required"));
    let refused = browser.client_post("/auth/refresh", &json!({ "refresh_token": refresh_token }));
    assert_eq!((refused.status, refused.code().as_str()), (401, "invalid_refresh_token"));
    assert_eq!(browser.client_post("/auth/logout", &json!({})).status, 200, "signed out already");
}

#[test]
fn a_refresh_gives_a_new_cookie_and_closes_the_window() {
    let server = people();
    let mut browser = Browser::of(server, "member");
    let old = browser.cookie.clone();
    assert_eq!(browser.get("/session/sudo").json()["open"], true);
    let token = browser.refresh_token.clone();
    let refreshed = browser.client_post("/auth/refresh", &json!({ "refresh_token": token }));
    assert_eq!(refreshed.status, 200, "{}", refreshed.text);
    assert_eq!(refreshed.header("cache-control"), "no-store");
    assert_ne!(browser.cookie, old);
    assert_eq!(browser.get("/session/sudo").json()["open"], false);
    let kept = server.send("GET", "/session/sudo", &[("cookie", &old)]);
    assert_eq!(kept.status, 401);
    let body = json!({ "password": password(server, "member") });
    assert_eq!(browser.write("POST", "/session/sudo", &body).json()["open"], true);
    assert_eq!(browser.get("/session/sudo").json()["open"], true, "with the new cookie");
}

#[test]
fn no_secret_of_a_sign_in_is_in_the_log() {
    let environment = [("QUARRY__TELEMETRY__LOG", "trace")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let options = Options { no_sample: true, environment: environment.to_vec(), ..Options::default() };
    let server = Server::start(&options).expect("a server");
    let mut browser = Browser::of(&server, "staff");
    let mut secrets = vec![password(&server, "staff"), browser.csrf_token.clone(), browser.refresh_token.clone()];
    secrets.push(browser.cookie.split_once('=').expect("a cookie").1.to_owned());
    let wrong = "hunter2 hunter2 hunter2";
    browser.sign_in(&email(&server, "member"), wrong);
    secrets.push(wrong.to_owned());
    let token = browser.refresh_token.clone();
    browser.client_post("/auth/refresh", &json!({ "refresh_token": token }));
    secrets.push(browser.refresh_token.clone());
    let log = server.log();
    assert!(log.contains("/auth/exchange"), "the requests are logged");
    for secret in secrets {
        assert!(!log.contains(&secret), "the log holds {secret}");
    }
}

#[test]
fn a_sign_out_on_one_host_holds_on_the_other_within_a_second() {
    quarry_tests::on_postgres!();
    let environment = app_store_environment("two_hosts_people").expect("a schema");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    // The second one to start gave the sample's people their passwords.
    let mut browser = Browser::new(&here);
    let signed_in = browser.sign_in(&email(&there, "member"), &password(&there, "member"));
    assert_eq!(signed_in.status, 200, "{}", signed_in.text);
    let on_the_other = |cookie: &str| there.send("GET", "/session/sudo", &[("cookie", cookie)]).status;
    let cookie = browser.cookie.clone();
    assert_eq!(on_the_other(&cookie), 200);
    assert_eq!(browser.client_post("/auth/logout", &json!({})).status, 200);
    let signed_out = Instant::now();
    std::thread::sleep(Duration::from_millis(1010).saturating_sub(signed_out.elapsed()));
    assert_eq!(on_the_other(&cookie), 401);
}
