//! Single sign-on of an organization: who sets it up, whom it lets in, and whom it never does.

use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::browser::{Browser, email, password};
use quarry_tests::server::{Options, Server, app_store_environment};
use quarry_tests::sign_in_provider::SignInProvider;
use serde_json::{Value as Json, json};
use std::path::Path;

/// The sample organization on a server of its own, and a provider.
struct Place {
    server: Server,
    provider: SignInProvider,
    organization_id: i64,
}

fn start(name: &str) -> Place {
    let provider = SignInProvider::start(Path::new(env!("CARGO_BIN_EXE_quarry-sign-in-provider"))).expect("a provider");
    let mut environment = app_store_environment(name).expect("the application store of the tests");
    for (name, value) in [("DEVELOPMENT__ALLOW_LOOPBACK_HTTP", "true"), ("RATE_LIMITS__PUBLIC_PER_MINUTE", "0")] {
        environment.push((format!("QUARRY__{name}"), value.to_owned()));
    }
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let viewer = Browser::of(&server, "admin").get("/session").json();
    let organization_id = viewer["organization"]["id"].as_i64().expect("the sample organization");
    Place { server, provider, organization_id }
}

impl Place {
    fn path(&self) -> String {
        format!("/session/organizations/{}/sso", self.organization_id)
    }

    fn settings(&self) -> Json {
        json!({
            "issuer": self.provider.issuer,
            "client_id": self.provider.client_id,
            "client_secret": self.provider.client_secret,
            "enabled": true,
        })
    }

    /// Runs a statement on the server's own store, as its operator may.
    fn sql(&self, sql: &str, values: &[Value]) -> Vec<String> {
        self.server.in_app_store(async |store| {
            let rows = store.query(sql, values).await.expect("the statement runs");
            Row::all(&rows).map(|row| row.text("found").expect("a text")).collect()
        })
    }

    /// Marks the domain as if its TXT record had been found; `organizations` has the tests of that.
    fn verify_domain(&self) {
        let sql =
            "UPDATE organizations SET email_domain = 'company.example', domain_token = 'x', domain_verified_at = 1
                   WHERE id = $1";
        self.sql(sql, &[Value::Int64(self.organization_id)]);
    }

    /// The domain is verified, and the provider saved and enabled.
    fn with_provider(self) -> Place {
        self.verify_domain();
        let saved = Browser::of(&self.server, "admin").write("PATCH", &self.path(), &self.settings());
        assert_eq!(saved.status, 200, "{}", saved.text);
        self
    }

    /// Signs in by the provider of the organization, as the person in front of the browser.
    fn sign_in(&self) -> (Browser<'_>, u16) {
        let mut browser = Browser::new(&self.server);
        let begun = self.provider.begin(&mut browser, json!({ "email": "anybody@company.example" }), false);
        assert_eq!(begun.provider, format!("organization-{}", self.organization_id));
        let status = browser.exchange(&begun.body()).status;
        (browser, status)
    }
}

#[test]
fn an_admin_sets_it_up_and_people_of_the_domain_become_members() {
    let place = start("sso_set_up");
    let mut admin = Browser::of(&place.server, "admin");
    let refused = admin.write("PATCH", &place.path(), &place.settings());
    assert_eq!(refused.status, 422, "no domain is verified: {}", refused.text);
    assert!(refused.json()["fields"]["enabled"].is_string(), "{}", refused.text);
    let mut off = place.settings();
    off["enabled"] = false.into();
    let saved = admin.write("PATCH", &place.path(), &off);
    assert_eq!(saved.status, 200, "{}", saved.text);
    let shown = &saved.json()["identity_provider"];
    assert_eq!((&shown["issuer"], &shown["enabled"]), (&json!(place.provider.issuer), &json!(false)));
    assert!(!saved.text.contains(&place.provider.client_secret) && !saved.text.contains("secret"), "{}", saved.text);

    let tested = admin.write("POST", &format!("{}/test", place.path()), &json!({}));
    assert_eq!((tested.status, &tested.json()["passed"]), (200, &json!(false)), "{}", tested.text);
    assert!(tested.text.contains("One key was read") && tested.text.contains("No email domain"), "{}", tested.text);
    place.verify_domain();
    let tested = admin.write("POST", &format!("{}/test", place.path()), &json!({}));
    assert_eq!(tested.json()["passed"], true, "{}", tested.text);
    let enabled = admin.write("PATCH", &place.path(), &json!({ "enabled": true }));
    assert_eq!(
        (enabled.status, &enabled.json()["identity_provider"]["enabled"]),
        (200, &json!(true)),
        "{}",
        enabled.text
    );

    place.provider.person("ida-1", "ida@company.example");
    let (browser, status) = place.sign_in();
    assert_eq!(status, 200);
    let viewer = browser.get("/session").json();
    assert_eq!(viewer["organization"]["id"], place.organization_id);
    assert_eq!(viewer["user"]["email"], "ida@company.example");
    assert_eq!(browser.get(&place.path()).status, 405, "there is nothing to read there");
    let mut member = browser;
    let refused = member.write("PATCH", &place.path(), &json!({ "enabled": false }));
    assert_eq!(refused.status, 403, "{}", refused.text);
    let ways = place.server.get_keyless("/public/auth").json();
    assert_eq!(
        ways["providers"].as_array().map(Vec::len),
        Some(1),
        "whose customer somebody is, nobody is told: {ways}"
    );
    // On every host the next sign-in feels it.
    assert_eq!(admin.write("PATCH", &place.path(), &json!({ "enabled": false })).status, 200);
    let refused =
        place.provider.ask(&mut Browser::new(&place.server), json!({ "email": "ida@company.example" }), false);
    assert_eq!((refused.status, refused.code().as_str()), (422, "unknown_provider"), "{}", refused.text);
}

#[test]
fn it_opens_accounts_of_its_domain_and_no_others() {
    let place = start("sso_domain").with_provider();
    for (subject, address) in [
        ("staff-1", email(&place.server, "staff").as_str()),
        ("else-1", "somebody@elsewhere.example"),
        ("sub-1", "somebody@sub.company.example"),
        ("near-1", "somebody@notcompany.example"),
    ] {
        place.provider.person(subject, address);
        let (browser, status) = place.sign_in();
        assert_eq!((status, browser.cookie.as_str()), (401, ""), "{address}");
    }
    place.provider.person("ida-1", "Ida@Company.Example");
    assert_eq!(place.sign_in().1, 200);
    // A person who has left the domain is out of its provider's reach, though it knew them once.
    place.sql(
        "UPDATE users SET email = 'ida@home.example', email_key = 'ida@home.example' WHERE email_key = $1",
        &[Value::Text("ida@company.example".to_owned())],
    );
    assert_eq!(place.sign_in().1, 401);
}

#[test]
fn only_admins_with_an_open_window_touch_it() {
    let place = start("sso_roles");
    let member = Browser::of(&place.server, "member").write("PATCH", &place.path(), &place.settings());
    assert_eq!((member.status, member.code().as_str()), (403, "forbidden"), "{}", member.text);
    let test = format!("{}/test", place.path());
    assert_eq!(Browser::of(&place.server, "member").write("POST", &test, &json!({})).status, 403);
    assert_eq!(Browser::of(&place.server, "admin").write("POST", &test, &json!({})).status, 404, "nothing is saved");
    let mut admin = Browser::of(&place.server, "admin");
    let elsewhere = admin.write("PATCH", "/session/organizations/999999/sso", &place.settings());
    assert_eq!(elsewhere.status, 404, "{}", elsewhere.text);
    assert_eq!(Browser::new(&place.server).write("PATCH", &place.path(), &place.settings()).status, 401);
    let token = admin.refresh_token.clone();
    assert_eq!(admin.client_post("/auth/refresh", &json!({ "refresh_token": token })).status, 200);
    let closed = admin.write("PATCH", &place.path(), &place.settings());
    assert_eq!((closed.status, closed.code().as_str()), (403, "sudo_required"), "{}", closed.text);
    let sudo = json!({ "password": password(&place.server, "admin") });
    assert_eq!(admin.write("POST", "/session/sudo", &sudo).status, 200);
    assert_eq!(admin.write_across_sites("PATCH", &place.path(), &place.settings()).code(), "invalid_csrf_token");
}

#[test]
fn a_stored_secret_goes_to_its_provider_alone_and_is_stored_sealed() {
    let place = start("sso_secret").with_provider();
    let mut admin = Browser::of(&place.server, "admin");
    for change in [json!({ "issuer": "http://127.0.0.1:1029" }), json!({ "client_id": "another" })] {
        let refused = admin.write("PATCH", &place.path(), &change);
        assert_eq!(refused.status, 422, "{change}: {}", refused.text);
        assert!(refused.json()["fields"]["client_secret"].is_string(), "{change}: {}", refused.text);
    }
    let stored = match place.server.app_store_url.is_some() {
        true => "SELECT encode(client_secret, 'hex') AS found FROM organization_single_sign_on",
        false => "SELECT lower(hex(client_secret)) AS found FROM organization_single_sign_on",
    };
    // The digits 4711.
    assert!(!place.sql(stored, &[]).concat().contains("34373131"));
    let audited =
        place.sql("SELECT action || COALESCE(before, '') || COALESCE(after, '') AS found FROM audit_entries", &[]);
    assert!(audited.iter().any(|entry| entry.starts_with("single_sign_on.saved")), "{audited:?}");
    assert!(!audited.concat().contains("4711"), "{audited:?}");
    assert!(!place.server.log().contains(&place.provider.client_secret), "the log holds the secret");
}

#[test]
fn an_issuer_that_leads_inside_or_lies_is_refused() {
    let place = start("sso_issuers");
    let mut admin = Browser::of(&place.server, "admin");
    for issuer in [
        "https://10.0.0.1",
        "https://169.254.169.254/latest",
        "https://[fd00::1]/",
        "http://192.0.2.1/",
        "ftp://login.example.org",
        "https://user:secret@login.example.org",
        "https://login.example.org/?x=1",
        "not a URL",
    ] {
        let mut settings = place.settings();
        settings["issuer"] = issuer.into();
        let refused = admin.write("PATCH", &place.path(), &settings);
        assert_eq!(refused.status, 422, "{issuer}: {}", refused.text);
        assert!(refused.json()["fields"]["issuer"].is_string(), "{issuer}: {}", refused.text);
    }
    place.verify_domain();
    assert_eq!(admin.write("PATCH", &place.path(), &place.settings()).status, 200);
    for (fault, sentence) in [("foreign_document", "another issuer"), ("script_authorization", "not an https address")]
    {
        place.provider.fault(fault);
        let tested = admin.write("POST", &format!("{}/test", place.path()), &json!({}));
        assert_eq!((tested.status, &tested.json()["passed"]), (200, &json!(false)), "{fault}: {}", tested.text);
        assert!(tested.text.contains(sentence), "{fault}: {}", tested.text);
        assert!(!tested.text.contains("elsewhere") && !tested.text.contains("javascript"), "{}", tested.text);
    }
}

#[test]
fn whoever_joins_by_it_is_in_the_log_and_the_page_shows_it_to_admins() {
    let place = start("sso_page").with_provider();
    let page = format!("/session/organizations/{}", place.organization_id);
    let admin = Browser::of(&place.server, "admin");
    let shown = admin.get(&page).json()["identity_provider"].clone();
    assert_eq!((&shown["issuer"], &shown["enabled"]), (&json!(place.provider.issuer), &json!(true)), "{shown}");
    assert_eq!(shown["provider"], format!("organization-{}", place.organization_id));
    assert!(!shown.to_string().contains("secret"), "{shown}");
    let seen = Browser::of(&place.server, "member").get(&page).json();
    assert!(seen["members"].is_array() && seen["identity_provider"].is_null(), "{seen}");

    place.provider.person("ida-1", "ida@company.example");
    let ida = place.sign_in().0.get("/session").json()["user"]["id"].clone();
    assert_eq!(place.sign_in().1, 200, "once more changes nothing");
    let log = admin.get(&format!("{page}/audit?action_filter=member.joined")).json();
    let entries = log["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 1, "{log}");
    assert_eq!((&entries[0]["actor_id"], &entries[0]["target_id"]), (&ida, &json!(ida.to_string())), "{log}");
    assert_eq!(entries[0]["after"]["by"], format!("organization-{}", place.organization_id), "{log}");
}

#[test]
fn a_test_that_passed_stays_one_while_its_settings_do() {
    let place = start("sso_tested");
    place.verify_domain();
    let mut admin = Browser::of(&place.server, "admin");
    assert_eq!(admin.write("PATCH", &place.path(), &place.settings()).status, 200);
    let tested = admin.write("POST", &format!("{}/test", place.path()), &json!({}));
    assert_eq!(tested.json()["passed"], true, "{}", tested.text);
    let off = admin.write("PATCH", &place.path(), &json!({ "enabled": false }));
    assert!(off.json()["identity_provider"]["tested_at"].is_string(), "{}", off.text);
    let other =
        admin.write("PATCH", &place.path(), &json!({ "client_id": "other", "client_secret": "another secret" }));
    assert_eq!(other.json()["identity_provider"]["tested_at"], Json::Null, "{}", other.text);
}

#[test]
fn the_provider_of_a_suspended_organization_lets_nobody_in() {
    let place = start("sso_suspended").with_provider();
    place.provider.person("ida-1", "ida@company.example");
    let mut browser = Browser::new(&place.server);
    let begun = place.provider.begin(&mut browser, json!({ "email": "ida@company.example" }), false);
    place.sql("UPDATE organizations SET status = 'suspended' WHERE id = $1", &[Value::Int64(place.organization_id)]);
    let refused = browser.exchange(&begun.body());
    assert_eq!((refused.status, refused.code().as_str()), (422, "unknown_provider"), "{}", refused.text);
    let asked = place.provider.ask(&mut Browser::new(&place.server), json!({ "email": "ida@company.example" }), false);
    assert_eq!((asked.status, asked.code().as_str()), (422, "unknown_provider"), "{}", asked.text);
    let made = place.sql("SELECT email AS found FROM users WHERE email_key = 'ida@company.example'", &[]);
    assert!(made.is_empty(), "no account was made: {made:?}");
}

#[test]
fn a_provider_that_was_switched_off_while_it_was_asked_makes_nobody_a_member() {
    let place = start("sso_meanwhile").with_provider();
    place.provider.person("ida-1", "ida@company.example");
    let mut browser = Browser::new(&place.server);
    let begun = place.provider.begin(&mut browser, json!({ "email": "ida@company.example" }), false);
    // What the provider answers is on its way for a while.
    place.provider.fault("slow_token");
    let refused = std::thread::scope(|threads| {
        let exchanging = threads.spawn(|| browser.exchange(&begun.body()));
        std::thread::sleep(std::time::Duration::from_millis(700));
        let off = Browser::of(&place.server, "admin").write("PATCH", &place.path(), &json!({ "enabled": false }));
        assert_eq!(off.status, 200, "{}", off.text);
        exchanging.join().expect("an answer")
    });
    assert_eq!((refused.status, refused.code().as_str()), (422, "unknown_provider"), "{}", refused.text);
    let made = place.sql("SELECT email AS found FROM users WHERE email_key = 'ida@company.example'", &[]);
    assert!(made.is_empty(), "no account was made: {made:?}");
}

#[test]
fn whoever_lost_the_role_while_the_provider_was_asked_has_tested_nothing() {
    let place = start("sso_demoted").with_provider();
    let mut admin = Browser::of(&place.server, "admin");
    place.provider.fault("slow_document");
    let refused = std::thread::scope(|threads| {
        let path = format!("{}/test", place.path());
        let testing = threads.spawn(move || admin.write("POST", &path, &json!({})));
        std::thread::sleep(std::time::Duration::from_millis(700));
        let demote = "UPDATE memberships SET role = 'member' WHERE organization_id = $1 AND role = 'admin'";
        place.sql(demote, &[Value::Int64(place.organization_id)]);
        testing.join().expect("an answer")
    });
    assert_eq!((refused.status, refused.code().as_str()), (403, "forbidden"), "{}", refused.text);
    let tested = place.sql("SELECT action AS found FROM audit_entries WHERE action = 'single_sign_on.tested'", &[]);
    assert!(tested.is_empty(), "{tested:?}");
}
