//! Budgets as a client meets them: told on every keyed answer, kept over a kill, shared by hosts.

use crate::key_material::{Wanted, mint};
use quarry::contract::Scope;
use quarry_tests::browser::{Browser, SERVICE_CLIENT, email, password};
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder, shared};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};

/// Limit and remaining, of an answer whose reset is the next full hour.
#[track_caller]
fn standing(answer: &Answer) -> (u64, u64) {
    let number = |name: &str| answer.header(name).parse().unwrap_or_else(|_| panic!("{name} in {answer:?}"));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    let reset: u64 = number("x-ratelimit-reset");
    assert!(reset.is_multiple_of(3_600) && reset > now - 5 && reset <= now + 3_600, "{reset} at {now}");
    (number("x-ratelimit-limit"), number("x-ratelimit-remaining"))
}

fn ask(server: &Server, method: &str, path: &str, key: &str, more: &[(&str, &str)]) -> Answer {
    let authorization = format!("Bearer {key}");
    let mut headers = vec![("authorization", authorization.as_str())];
    headers.extend(more);
    server.send(method, path, &headers)
}

#[test]
fn every_answer_to_a_known_key_tells_its_budget() {
    let server = shared();
    let key = mint(server, &Wanted::default());
    let first = ask(server, "GET", "/tokens", &key, &[]);
    assert_eq!((first.status, standing(&first)), (200, (100, 99)));
    let tag = first.header("etag").to_owned();
    // What reaches its operation is counted, whatever the answer is.
    for (method, path, headers, status, left) in [
        ("GET", "/tokens", vec![("if-none-match", tag.as_str())], 304, 98),
        ("HEAD", "/tokens", vec![], 200, 97),
        ("GET", "/tokens?limit=0", vec![], 422, 96),
        ("GET", "/tokens?cursor=nonsense", vec![], 422, 95),
        ("GET", "/pools/0x00000000000000000000000000000000000000aa/prices", vec![], 404, 94),
        // What does not reach one is not.
        ("GET", "/nothing", vec![], 404, 94),
        ("DELETE", "/tokens", vec![], 405, 94),
        ("GET", "/tokens", vec![], 200, 93),
    ] {
        let answer = ask(server, method, path, &key, &headers);
        assert_eq!((answer.status, standing(&answer)), (status, (100, left)), "{method} {path}: {}", answer.text);
        assert!(answer.header("access-control-expose-headers").contains("X-RateLimit-Remaining"), "{method} {path}");
    }
    // A public answer knows of no key.
    let public = ask(server, "GET", "/public/prices", &key, &[]);
    assert_eq!((public.status, public.header("x-ratelimit-limit")), (200, ""), "{}", public.text);
}

#[test]
fn a_key_that_is_refused_is_told_its_budget_and_pays_nothing() {
    let server = shared();
    for (wanted, status, code, limit) in [
        (Wanted { scope: Scope::Exports, ..Wanted::default() }, 403, "missing_scope", 100),
        (Wanted { allow: "192.0.2.0/24", ..Wanted::default() }, 403, "ip_not_allowed", 100),
        (Wanted { revoked: true, ..Wanted::default() }, 401, "invalid_or_revoked_key", 100),
        (Wanted { api_access: false, requests_per_hour: 0, ..Wanted::default() }, 403, "plan_has_no_api_access", 0),
    ] {
        let key = mint(server, &wanted);
        for _ in 0..2 {
            let refused = ask(server, "GET", "/me", &key, &[]);
            assert_eq!((refused.status, refused.code().as_str()), (status, code), "{}", refused.text);
            assert_eq!(standing(&refused), (limit, limit), "{code}");
        }
    }
    let unknown = ask(server, "GET", "/me", "qk_test_0000000000000000000000000000", &[]);
    assert_eq!((unknown.status, unknown.header("x-ratelimit-limit")), (401, ""));
}

#[test]
fn a_spent_budget_is_a_429_until_the_hour_is_over() {
    let server = shared();
    let key = mint(server, &Wanted { requests_per_hour: 3, ..Wanted::default() });
    for left in [2, 1, 0] {
        let answer = ask(server, "GET", "/me", &key, &[]);
        assert_eq!((answer.status, standing(&answer)), (200, (3, left)));
    }
    let refused = ask(server, "GET", "/me", &key, &[]);
    assert_eq!((refused.status, refused.code().as_str(), standing(&refused)), (429, "rate_limited", (3, 0)));
    let seconds: u32 = refused.header("retry-after").parse().expect("whole seconds");
    assert!((1..=3_600).contains(&seconds));
    assert_eq!(refused.json()["limit"], 3);
    assert!(refused.detail().contains("3 requests"), "{}", refused.detail());
}

/// Waits until the hour has room for a test: a key's budget begins anew with the hour.
fn within_one_hour() {
    const ROOM: i64 = 120;
    let left = 3_600 - jiff::Timestamp::now().as_second().rem_euclid(3_600);
    if left < ROOM {
        std::thread::sleep(std::time::Duration::from_secs(left.unsigned_abs()));
    }
}

#[test]
fn a_killed_server_gives_no_budget_back_and_logs_no_key() {
    within_one_hour();
    let data_dir = fresh_folder("budget-kill").expect("a folder");
    let mut environment = app_store_environment("budget_kill").expect("a store");
    environment.push(("QUARRY__TELEMETRY__LOG".to_owned(), "trace".to_owned()));
    let options = Options { no_sample: true, data_dir: Some(data_dir.clone()), environment, ..Options::default() };
    let first = Server::start(&options).expect("a server");
    let key = mint(&first, &Wanted::default());
    let revoked = mint(&first, &Wanted { revoked: true, ..Wanted::default() });
    let mut left = 100;
    for _ in 0..5 {
        let answer = ask(&first, "GET", "/me", &key, &[]);
        assert_eq!(standing(&answer), (100, left - 1));
        left -= 1;
    }
    ask(&first, "GET", "/me", &revoked, &[]);
    let log = first.log();
    assert!(log.contains("request answered"), "the log is on");
    let hash = |key: &str| quarry::identity::ApiKey::parse(key).expect("a key").hash();
    for key in [&key, &revoked, &first.read_key, &first.full_key] {
        let digits: String = hash(key).iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(!log.contains(key.as_str()) && !log.contains(&key[8..30]) && !log.contains(&digits), "a key is logged");
    }
    assert_eq!(first.stop("KILL").expect("an exit status"), 137);
    let second = Server::start(&options).expect("a server");
    let (_, after) = standing(&ask(&second, "GET", "/me", &key, &[]));
    assert!(after < left && after + 13 >= left, "{after} after {left}: at most the lease in hand is lost");
    assert_eq!(second.stop("TERM").expect("an exit status"), 0);
    let third = Server::start(&options).expect("a server");
    assert_eq!(
        standing(&ask(&third, "GET", "/me", &key, &[])),
        (100, after - 1),
        "a stop gives back what was not spent"
    );
    drop(third);
    let _ = std::fs::remove_dir_all(data_dir);
}

#[test]
fn three_hosts_share_one_budget() {
    quarry_tests::on_postgres!();
    const LIMIT: u64 = 200;
    let environment = app_store_environment("three_hosts").expect("a store");
    within_one_hour();
    let options = Options { no_sample: true, environment, ..Options::default() };
    let hosts: Vec<Server> = (0..3).map(|_| Server::start(&options).expect("a server")).collect();
    let key = mint(&hosts[0], &Wanted { requests_per_hour: LIMIT, ..Wanted::default() });
    let (mut granted, mut refused) = (0, 0);
    // Until every host has refused in a row.
    for host in hosts.iter().cycle().take(2 * LIMIT as usize) {
        let answer = ask(host, "GET", "/me", &key, &[]);
        let (_, left) = standing(&answer);
        match answer.status {
            200 => (granted, refused) = (granted + 1, 0),
            429 => refused += 1,
            other => panic!("{other}: {}", answer.text),
        }
        assert!(granted + left <= LIMIT, "{left} left after {granted}");
        if refused == 3 {
            break;
        }
    }
    assert!(granted <= LIMIT && granted * 20 >= LIMIT * 19, "{granted} of {LIMIT}");
}

#[test]
fn a_public_client_is_counted_by_its_address() {
    let environment = vec![
        ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "2".to_owned()),
        ("QUARRY__RATE_LIMITS__SESSION_PER_MINUTE".to_owned(), "3".to_owned()),
        ("QUARRY__RATE_LIMITS__EXPLORER_LENS_PER_MINUTE".to_owned(), "1".to_owned()),
        ("QUARRY__SERVER__TRUSTED_PROXIES".to_owned(), "127.0.0.1, ::1".to_owned()),
    ];
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    // One that counts as one, made or kept.
    let ask = |client: &str| server.send("GET", "/public/timeline", &[("forwarded", &format!("for={client}"))]);
    for _ in 0..2 {
        assert_eq!(ask("203.0.113.1").status, 200);
    }
    let refused = ask("203.0.113.1");
    assert_eq!((refused.status, refused.code().as_str()), (429, "rate_limited"));
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=60).contains(&seconds)));
    assert_eq!(ask("203.0.113.2").status, 200);
    signing_in_has_a_budget_of_its_own(&server, "203.0.113.1");
    a_page_of_a_lens_takes_one_question_of_it(&server, "203.0.113.1");
    let key = mint(&server, &Wanted { allow: "203.0.113.0/24", ..Wanted::default() });
    let authorization = format!("Bearer {key}");
    let keyed = |client: &str| {
        server.send("GET", "/me", &[("authorization", &authorization), ("forwarded", &format!("for={client}"))]).status
    };
    assert_eq!((keyed("203.0.113.1"), keyed("198.51.100.1")), (200, 403), "allow lists see the client");
}

/// The client has spent its minute of public pages: others behind its address sign in all the same, so many a minute.
fn signing_in_has_a_budget_of_its_own(server: &Server, client: &str) {
    let forwarded = format!("for={client}");
    let body =
        json!({ "grant_type": "password", "email": email(server, "member"), "password": password(server, "member") });
    let headers = [SERVICE_CLIENT, ("content-type", "application/json"), ("forwarded", forwarded.as_str())];
    let signed_in = server.send_body("POST", "/auth/exchange", &headers, body.to_string().as_bytes());
    assert_eq!(signed_in.status, 200, "{}", signed_in.text);
    let cookie = signed_in.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    // Every page opens a connection for switches, and asks who is signed in.
    let upgrade = [
        ("forwarded", forwarded.as_str()),
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("origin", server.base_url.as_str()),
    ];
    let refused = server.send_to_root("GET", "/cable?audience=public", &upgrade);
    assert_eq!((refused.status, &refused.json()["limit"]), (429, &json!(2)), "a public page's: {}", refused.text);
    let ask = |path: &str| server.send("GET", path, &[("forwarded", &forwarded), ("cookie", &cookie)]);
    for _ in 0..3 {
        assert_eq!(ask("/session").status, 200);
    }
    let refused = ask("/session");
    assert_eq!((refused.status, refused.code().as_str()), (429, "rate_limited"), "{}", refused.text);
    assert_eq!(refused.json()["limit"], 3);
    let signed_in = server.send_body("POST", "/auth/exchange", &headers, body.to_string().as_bytes());
    assert_eq!(signed_in.status, 200, "whatever pages have asked: {}", signed_in.text);
    for _ in 0..4 {
        assert_eq!(ask("/session/account").status, 200, "a signed-in person is not counted by address");
    }
}

/// The page and the application in it ask the same thing; the pages are counted too.
fn a_page_of_a_lens_takes_one_question_of_it(server: &Server, client: &str) {
    let forwarded = format!("for={client}");
    let headers = [("accept", "text/html, application/json"), ("forwarded", forwarded.as_str())];
    let address = format!("0x{}1", "0".repeat(39));
    let page = || server.send_to_root("GET", &format!("/explorer/addresses/{address}"), &headers).status;
    let lens = || server.send("GET", &format!("/public/explorer/address/{address}"), &headers).status;
    let (first_page, first) = (page(), lens());
    assert_eq!((first_page, first != 429), (first, true));
    assert_eq!((page(), lens()), (429, 429));
}

#[test]
fn a_signed_in_client_in_a_loop_is_told_to_wait_while_another_person_goes_on() {
    let environment = vec![
        ("QUARRY__RATE_LIMITS__PERSON_WRITES_PER_MINUTE".to_owned(), "5".to_owned()),
        ("QUARRY__RATE_LIMITS__PERSON_READS_PER_MINUTE".to_owned(), "7".to_owned()),
    ];
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (mut eve, mut again) = (Browser::of(&server, "member"), Browser::of(&server, "member"));
    let mut ada = Browser::of(&server, "admin");
    let number = |answer: &Answer, name: &str| {
        answer.header(name).parse::<u64>().unwrap_or_else(|_| panic!("{name}: {answer:?}"))
    };
    let note = json!({ "values": ["0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"] });
    let write = |browser: &mut Browser<'_>| browser.write("POST", "/session/notes/lookup", &note);
    for left in (0..5).rev() {
        // Two browsers of one person are one person.
        let browser = if left % 2 == 0 { &mut eve } else { &mut again };
        let answer = write(browser);
        assert!(answer.status < 429, "{}", answer.text);
        assert_eq!((number(&answer, "x-ratelimit-limit"), number(&answer, "x-ratelimit-remaining")), (5, left));
    }
    for browser in [&mut eve, &mut again] {
        let refused = write(browser);
        assert_eq!(
            (refused.status, refused.code().as_str(), &refused.json()["limit"]),
            (429, "rate_limited", &json!(5))
        );
        let (wait, resets) = (number(&refused, "retry-after"), number(&refused, "x-ratelimit-reset"));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
        assert!((1..=60).contains(&wait) && resets >= now && resets <= now + 61, "{wait} s, {resets} at {now}");
        assert_eq!(number(&refused, "x-ratelimit-remaining"), 0);
    }
    // Reads have a count of their own, and another person has both.
    for left in (0..7).rev() {
        let answer = eve.get("/session/account");
        assert_eq!((answer.status, number(&answer, "x-ratelimit-remaining")), (200, left), "{}", answer.text);
    }
    assert_eq!(eve.get("/session/account").status, 429);
    assert!(write(&mut ada).status < 429);
    assert_eq!(ada.get("/session/account").status, 200);
}
