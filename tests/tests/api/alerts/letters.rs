//! Letters about alerts over the interface: they come as was chosen, also where a host is killed, and end with one click.

use super::CENTRE;
use crate::account_support::eventually;
use crate::organizations::house::{Person, environment, execute, letters, texts};
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder};
use serde_json::{Value as Json, json};

/// A server that knows its address, on a folder that outlives it.
fn options(name: &str) -> Options {
    let mut environment = environment(app_store_environment(name).expect("a store"));
    environment.push(("QUARRY__SERVER__PUBLIC_URL".to_owned(), "https://api.quarry.example".to_owned()));
    Options {
        no_sample: true,
        data_dir: Some(fresh_folder(name).expect("a folder")),
        environment,
        ..Options::default()
    }
}

/// Somebody whose own space has come, and its number.
fn somebody(server: &Server) -> (Person, i64) {
    let person = Person::new(server, "Ada");
    let browser = person.browser(server);
    let own = || browser.get("/session/spaces").json()["spaces"][0]["id"].as_i64();
    eventually("every account has a space of its own", || own().is_some());
    let space = own().expect("a space");
    (person, space)
}

/// Writes the line of an alert that fired, as what fires it does.
fn fire(server: &Server, person: &Person, space: i64, alert_id: i64, occurred_at: i64) {
    let sql = "INSERT INTO alert_letter_lines (user_id, space_id, alert_type, alert_id, arming, kind, sentence, occurred_at)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'chain_event', CAST($3 AS BIGINT), 1, 'fired', 'A new event.',
                       CAST($4 AS BIGINT))";
    execute(server, sql, &[person.id, space, alert_id, occurred_at].map(Value::Int64));
}

fn waiting(server: &Server, person: &Person) -> usize {
    let sql = "SELECT sentence AS text FROM alert_letter_lines WHERE user_id = CAST($1 AS BIGINT)";
    texts(server, sql, &[Value::Int64(person.id)]).len()
}

#[test]
fn letters_end_with_one_click_without_signing_in_and_not_by_looking_at_the_page() {
    let server = Server::start(&options("alert_letters")).expect("a server");
    let (person, space) = somebody(&server);
    fire(&server, &person, space, 1, 1);
    eventually("a letter at once", || letters(&server, &person.email).len() == 1);
    let url = letters(&server, &person.email)[0]["unsubscribe_url"].as_str().expect("a link").to_owned();
    let path = url.strip_prefix("https://api.quarry.example/api/v1").expect("a whole link").to_owned();
    let browser = person.browser(&server);
    let cadence = || browser.get(CENTRE).json()["email_frequency"].clone();

    let page = server.send("GET", &path, &[("accept", "text/html,application/xhtml+xml,*/*;q=0.8")]);
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{}", page.text);
    assert!(page.text.contains("<form method=\"post\">") && !page.text.contains(&person.email), "{}", page.text);
    assert_eq!(server.send("HEAD", &path, &[]).status, 200);
    let told = server.get_keyless(&path);
    assert_eq!((told.status, told.json()), (200, json!({ "email_frequency": "instant" })));
    assert_eq!(cadence(), "instant", "looking changes nothing");

    let mut forged = path.clone();
    forged
        .replace_range(path.len() - 9..path.len() - 8, if path.as_bytes()[path.len() - 9] == b'A' { "B" } else { "A" });
    for wrong in [forged.as_str(), "/public/alert_letters/AAAA", "/public/alert_letters/%00"] {
        for method in ["GET", "POST"] {
            let form = [("content-type", "application/x-www-form-urlencoded")];
            let refused = server.send_body(method, wrong, &form, b"");
            assert!([404, 422].contains(&refused.status), "{method} {wrong}: {} {}", refused.status, refused.text);
        }
    }
    assert_eq!(cadence(), "instant");

    // As mail programs send it: one form or the other (RFC 8058, section 3.2), no cookie and no token of a session.
    let parts = b"--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    for (form, body) in [
        ("application/x-www-form-urlencoded", b"List-Unsubscribe=One-Click".as_slice()),
        ("multipart/form-data; boundary=x", parts.as_slice()),
    ] {
        let ended = server.send_body("POST", &path, &[("content-type", form)], body);
        assert_eq!((ended.status, ended.json()), (200, json!({ "email_frequency": "off" })), "{form}: {}", ended.text);
        assert_eq!(cadence(), "off");
    }
    let form = [("accept", "text/html"), ("content-type", "application/x-www-form-urlencoded")];
    let ended = server.send_body("POST", &path, &form, b"List-Unsubscribe=One-Click");
    assert!(
        ended.status == 200 && ended.text.contains("No more letters") && !ended.text.contains("<form"),
        "{}",
        ended.text
    );
    fire(&server, &person, space, 2, 1);
    eventually("it is looked at", || waiting(&server, &person) == 0);
    assert_eq!(letters(&server, &person.email).len(), 1, "no letter is sent any more");
}

#[test]
fn a_choice_counts_for_what_waits_already() {
    let server = Server::start(&options("alert_letters_chosen")).expect("a server");
    let (person, space) = somebody(&server);
    let mut browser = person.browser(&server);
    let mut choose = |frequency: &str| {
        let path = format!("{CENTRE}/email_frequency");
        assert_eq!(browser.write("PATCH", &path, &json!({ "frequency": frequency })).status, 200);
    };
    choose("weekly");
    let now = jiff::Timestamp::now().as_microsecond();
    let held =
        "SELECT sentence AS text FROM alert_letter_lines WHERE user_id = CAST($1 AS BIGINT) AND held_at IS NOT NULL";
    let is_held = || texts(&server, held, &[Value::Int64(person.id)]).len() == 1;
    fire(&server, &person, space, 1, now);
    eventually("it waits for Monday", is_held);
    assert!(letters(&server, &person.email).is_empty());
    choose("instant");
    eventually("it comes at once", || letters(&server, &person.email).len() == 1);
    choose("daily");
    fire(&server, &person, space, 2, now);
    eventually("it waits for the morning", is_held);
    choose("off");
    eventually("it is dropped", || waiting(&server, &person) == 0);
    assert_eq!(letters(&server, &person.email).len(), 1);
}

#[test]
fn hosts_that_are_killed_write_each_digest_once() {
    quarry_tests::in_the_whole_suite!();
    const PEOPLE: usize = 30;
    let options = options("alert_letters_killed");
    let server = Server::start(&options).expect("a server");
    let people: Vec<(Person, i64)> = (0..PEOPLE).map(|_| somebody(&server)).collect();
    for (person, space) in &people {
        // Chosen long ago, of a day long ago: due since the newest eight o'clock.
        let sql =
            "INSERT INTO alert_email_settings (user_id, frequency, changed_at) VALUES (CAST($1 AS BIGINT), 'daily', 1)";
        execute(&server, sql, &[Value::Int64(person.id)]);
        fire(&server, person, *space, person.id, 1);
    }
    let digests = |server: &Server| -> usize {
        texts(server, "SELECT CAST(user_id AS TEXT) AS text FROM alert_digests", &[]).len()
    };
    server.stop("KILL").expect("it is killed");
    // What the first one had not looked at is held.
    let mut server = Server::start(&options).expect("a server");
    execute(&server, "UPDATE alert_letter_lines SET held_at = 1 WHERE held_at IS NULL", &[]);
    for _ in 0..2 {
        server.stop("KILL").expect("it is killed");
        server = Server::start(&options).expect("a server");
    }
    eventually("each has a digest", || digests(&server) == PEOPLE);
    for (person, _) in &people {
        let about = letters(&server, &person.email);
        let about: Vec<&Json> = about.iter().filter(|letter| letter["unsubscribe_url"].is_string()).collect();
        assert_eq!(about.len(), 1, "{about:?}");
    }
    assert_eq!(texts(&server, "SELECT sentence AS text FROM alert_letter_lines", &[]).len(), 0);
}
