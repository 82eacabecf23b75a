//! Live updates, as a browser meets them: real hosts, real WebSockets.

use jiff::Timestamp;
use quarry::identity::module_switches::{SwitchChange, set};
use quarry::stores::app::AppStore;
use quarry_tests::bounded::beside_others;
use quarry_tests::browser::{Browser, email, password};
use quarry_tests::cable::{Cable, Heard};
use quarry_tests::server::{Options, Server, app_store_environment, quarry};
use serde_json::json;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The farewells of RFC 6455 and its registry.
const POLICY: u16 = 1008;
const UNSUPPORTED: u16 = 1003;
const RESTART: u16 = 1012;

fn start(name: &str, further: &[(&str, &str)]) -> Server {
    let mut environment = app_store_environment(name).expect("the application store of the tests");
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    environment.extend(further.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

fn place() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| start("cable", &[]))
}

fn ticket(browser: &Browser<'_>) -> String {
    browser.get("/session/cable_token").json()["ticket"].as_str().expect("a ticket").to_owned()
}

/// Asserts that the connections are over within a second of the session's end; the other second is for a busy machine.
#[track_caller]
fn assert_ends(cable: &mut Cable, since: Instant) {
    assert_eq!(cable.next(beside_others(Duration::from_secs(3))), Heard::Closed(Some(POLICY)));
    assert!(since.elapsed() < beside_others(Duration::from_secs(2)), "after {:?}", since.elapsed());
}

#[test]
fn people_hear_of_their_own_account_and_of_nobody_elses() {
    let server = start("cable_notices", &[]);
    let (member, admin) = (Browser::of(&server, "member"), Browser::of(&server, "admin"));
    let (mut members, mut admins) = (Cable::of(&server, &member), Cable::of(&server, &admin));
    let elsewhere = Browser::of(&server, "member");
    let told = members.message();
    assert_eq!(
        (&told["type"], &told["kind"], &told["address"]),
        (&json!("notice"), &json!("sign_in"), &json!("127.0.0.1"))
    );
    assert!(told["at"].as_str().is_some_and(|at| at.ends_with('Z')), "{told}");
    assert_eq!(admins.next(Duration::from_millis(1_200)), Heard::Nothing);
    assert_eq!(members.next(Duration::from_millis(100)), Heard::Nothing, "it is told once");
    let mut second = Cable::of(&server, &elsewhere);
    assert_eq!(second.next(Duration::from_millis(1_200)), Heard::Nothing, "what was before is not told");
}

/// Switches the module timeline from outside the host: by the command, or as another host does.
fn switch(server: &Server, enabled: bool) {
    let Some(url) = &server.app_store_url else {
        let (state, data_dir) = (if enabled { "on" } else { "off" }, server.data_dir.display().to_string());
        let output = quarry(&["module", state, "timeline", "--data-dir", &data_dir]).expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    };
    let switching = async {
        let store = AppStore::open(url).await.expect("the store");
        let (key, by, at) = ("timeline".to_owned(), "a test".to_owned(), Timestamp::now());
        let change = SwitchChange { key, enabled: Some(enabled), reason: None, by, by_user_id: None, at };
        set(&store, &change, None).await.expect("it is switched");
    };
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(switching);
}

#[test]
fn staff_and_public_pages_hear_of_modules_that_are_switched_and_nobody_else_does() {
    let server = start("cable_modules", &[]);
    let (mut staff, member) = (Browser::of(&server, "staff"), Browser::of(&server, "member"));
    let (mut staffs, mut members) = (Cable::of(&server, &staff), Cable::of(&server, &member));
    assert_eq!(Cable::ask(&server, "audience=public", Some("https://elsewhere.example")).err(), Some(403));
    let mut pages = Cable::public(&server);
    let first = pages.message();
    assert_eq!((&first["type"], &first["routes"]), (&json!("switches"), &json!([])));
    assert!(
        first["modules"].as_array().is_some_and(|all| all.contains(&json!({ "key": "timeline", "enabled": true })))
    );
    for enabled in [false, true] {
        switch(&server, enabled);
        let told = json!({ "type": "module", "key": "timeline", "enabled": enabled });
        assert_eq!((staffs.message(), pages.message()), (told.clone(), told));
    }
    for enabled in [false, true] {
        let path = "/session/admin/spa_routes/prices.pool/toggle";
        assert_eq!(staff.write("PATCH", path, &json!({ "enabled": enabled })).status, 200);
        assert_eq!(pages.message(), json!({ "type": "route", "key": "prices.pool", "enabled": enabled }));
    }
    let now = Cable::public(&server).message();
    assert_eq!(now["routes"], json!([{ "key": "prices.pool", "enabled": true }]));
    assert_eq!(members.next(Duration::from_millis(600)), Heard::Nothing);
    assert_eq!(staffs.next(Duration::from_millis(1)), Heard::Nothing, "pages are of no concern to them");
}

#[test]
fn a_ticket_lets_one_page_of_ours_in_once() {
    let server = place();
    let browser = Browser::of(server, "member");
    let issued = browser.get("/session/cable_token");
    assert_eq!((issued.header("cache-control"), &issued.json()["path"]), ("no-store", &json!("/cable")));
    let good = ticket(&browser);
    for origin in [None, Some("https://elsewhere.example"), Some("null"), Some("")] {
        assert_eq!(Cable::connect(server, &good, origin).err(), Some(403), "{origin:?}");
    }
    let own = Some(server.base_url.as_str());
    assert!(Cable::connect(server, &good, own).is_ok());
    assert_eq!(Cable::connect(server, &good, own).err(), Some(401), "a second time");
    for wrong in ["", "guessed", &"x".repeat(43), &format!("{}&ticket={}", ticket(&browser), ticket(&browser))] {
        assert_eq!(Cable::connect(server, wrong, own).err(), Some(401), "{wrong}");
    }
    assert_eq!(Browser::new(server).get("/session/cable_token").status, 401);
    let plain = server.send_to_root("GET", "/cable", &[("origin", &server.base_url)]);
    assert_eq!((plain.status, plain.code().as_str()), (426, "upgrade_required"), "{}", plain.text);
}

#[test]
fn the_pages_of_the_configuration_connect_and_no_others() {
    quarry_tests::on_one_engine!();
    let server = start("cable_origins", &[("QUARRY__SIGN_IN__WEB_APP_URL", "https://app.quarry.example/start")]);
    let browser = Browser::of(&server, "member");
    let connect = |origin: &str| Cable::connect(&server, &ticket(&browser), Some(origin)).err();
    assert_eq!(connect("https://app.quarry.example"), None);
    assert_eq!(connect(&server.base_url), Some(403));
    assert_eq!(connect("http://app.quarry.example"), Some(403));
    assert_eq!(connect("https://app.quarry.example.attacker.example"), Some(403));
}

#[test]
fn a_connection_ends_with_its_session() {
    let server = place();
    let mut browser = Browser::of(server, "member");
    let stays = Browser::of(server, "member");
    let (mut cable, mut other) = (Cable::of(server, &browser), Cable::of(server, &stays));
    assert_eq!(browser.client_post("/auth/logout", &json!({})).status, 200);
    assert_ends(&mut cable, Instant::now());
    // What the person is told of their sign-ins may come still.
    let heard = loop {
        match other.next(Duration::from_millis(600)) {
            Heard::Message(told) if told["type"] == "notice" => {}
            heard => break heard,
        }
    };
    assert_eq!(heard, Heard::Nothing, "another session of the same person stays");
}

#[test]
fn a_client_that_talks_and_one_that_opens_too_many_are_let_go() {
    let server = start(
        "cable_bounds",
        &[("QUARRY__LIMITS__CABLE_CONNECTIONS_PER_PERSON", "2"), ("QUARRY__LIMITS__CABLE_CONNECTIONS", "3")],
    );
    let (member, admin) = (Browser::of(&server, "member"), Browser::of(&server, "admin"));
    let own = Some(server.base_url.as_str());
    let (mut first, second) = (Cable::of(&server, &member), Cable::of(&server, &member));
    assert_eq!(Cable::connect(&server, &ticket(&member), own).err(), Some(429), "a third of one person");
    let third = Cable::of(&server, &admin);
    assert_eq!(Cable::connect(&server, &ticket(&admin), own).err(), Some(503), "a fourth of the host");
    first.say("hello?");
    assert_eq!(first.next(beside_others(Duration::from_secs(2))), Heard::Closed(Some(UNSUPPORTED)));
    drop((first, second, third));
    let freed = Instant::now();
    while let Err(status) = Cable::connect(&server, &ticket(&member), own) {
        assert!(freed.elapsed() < Duration::from_secs(5), "places that were left are free: {status}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_host_that_stops_says_farewell_and_does_not_wait() {
    let server = start("cable_stop", &[]);
    let browser = Browser::of(&server, "member");
    let mut cable = Cable::of(&server, &browser);
    let stopping = std::thread::spawn(move || cable.next(Duration::from_secs(10)));
    drop(browser);
    let began = Instant::now();
    assert_eq!(server.stop("TERM").expect("it stops"), 0);
    assert!(began.elapsed() < Duration::from_secs(10), "the drain is not held up: {:?}", began.elapsed());
    assert_eq!(stopping.join().expect("the client heard"), Heard::Closed(Some(RESTART)));
}

#[test]
fn a_ticket_is_in_no_log() {
    quarry_tests::on_one_engine!();
    let server = start("cable_log", &[("QUARRY__TELEMETRY__LOG", "trace")]);
    let browser = Browser::of(&server, "member");
    let good = ticket(&browser);
    assert!(Cable::connect(&server, &good, Some(&server.base_url)).is_ok());
    assert_eq!(Cable::connect(&server, &good, Some(&server.base_url)).err(), Some(401));
    let log = server.log();
    assert!(log.contains("/session/cable_token"), "the requests are logged");
    assert!(!log.contains(&good), "the log holds the ticket");
}

#[test]
fn what_happens_on_one_host_is_told_and_felt_on_the_other() {
    quarry_tests::on_postgres!();
    let environment = app_store_environment("two_hosts_cable").expect("a schema");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let (here, there) = (start(), start());
    // The second one to start gave the sample's people their passwords.
    let sign_in = |server| {
        let mut browser = Browser::new(server);
        let signed_in = browser.sign_in(&email(&there, "member"), &password(&there, "member"));
        assert_eq!(signed_in.status, 200, "{}", signed_in.text);
        browser
    };
    let mut browser = sign_in(&here);
    // The ticket of one host is good on the other, too.
    let mut cable = Cable::connect(&there, &ticket(&browser), Some(&there.base_url)).expect("it is let in");
    assert_eq!(cable.message()["type"], "hello");
    sign_in(&here);
    assert_eq!(cable.message()["kind"], "sign_in");
    assert_eq!(browser.client_post("/auth/logout", &json!({})).status, 200);
    assert_ends(&mut cable, Instant::now());
}
