//! Many writers of one page at once, against two hosts where the store is PostgreSQL, of which one is killed in the middle. Each word
//! whose save was acknowledged is in the document exactly once.
//!
//! `QUARRY_TEST_WRITERS=20 QUARRY_TEST_SECONDS=120 QUARRY_TEST_APP_STORE=postgres` is the long form.

use super::document_support::{blocks, new, number, page_in, path, version_of};
use crate::organizations::house::Person;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const BLOCKS: usize = 300;

fn from_environment(name: &str, short: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}

/// A space whose owner this is.
fn space_of(server: &Server, people: &[Person]) -> i64 {
    let sql = "INSERT INTO spaces (name, created_at) VALUES ('Harbour', 1) RETURNING id AS number";
    let space = number(server, sql, &[]);
    for person in people {
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 1) RETURNING id AS number";
        number(server, sql, &[Value::Int64(space), Value::Int64(person.id)]);
    }
    space
}

/// Words that were acknowledged, with their block.
type Acknowledged = Mutex<Vec<(usize, String)>>;

/// Writes words into blocks of its own until the time is over, or its host is gone.
fn write(
    mut browser: Browser<'_>,
    page: i64,
    own: &[usize],
    until: Instant,
    is_killed: &AtomicBool,
    acknowledged: &Acknowledged,
) {
    let mut round = 0;
    while Instant::now() < until && !is_killed.load(Ordering::Relaxed) {
        let read = browser.get(&path(page));
        assert_eq!(read.status, 200, "{}", read.text);
        let document = read.json();
        let mut sent = blocks(&document);
        round += 1;
        let at = own[round % own.len()];
        let word = format!("<{at}.{round}>");
        sent[at]["body"] = json!(format!("{}{word}", sent[at]["body"].as_str().expect("a body")));
        let body = json!({ "base_version": version_of(&document), "blocks": sent });
        let answer = browser.write("PUT", &path(page), &body);
        match answer.status {
            200 => acknowledged.lock().expect("nobody panics with it").push((at, word)),
            503 => {}
            _ => panic!("writers of different blocks: {}", answer.text),
        }
    }
}

#[test]
fn no_acknowledged_word_is_lost_when_many_write_one_page_on_two_hosts_and_one_of_them_dies() {
    let is_postgres = std::env::var("QUARRY_TEST_APP_STORE").as_deref() == Ok("postgres");
    let environment = app_store_environment("two_hosts_document").expect("a store");
    let start = || {
        let options = Options { no_sample: true, environment: environment.clone(), ..Options::default() };
        Server::start(&options).expect("a server")
    };
    let here = start();
    let there = is_postgres.then(start);
    let writers = from_environment("QUARRY_TEST_WRITERS", 4);
    let seconds = u64::try_from(from_environment("QUARRY_TEST_SECONDS", 6)).expect("a number");
    let people: Vec<Person> = (0..writers).map(|writer| Person::new(&here, &format!("Writer{writer}"))).collect();
    let page = page_in(&here, space_of(&here, &people));
    let many: Vec<Json> = (0..BLOCKS).map(|number| new(&format!("k{number}"), "")).collect();
    let body = json!({ "base_version": 0, "blocks": many });
    let made = people[0].browser(&here).write("PUT", &path(page), &body);
    assert_eq!(made.status, 200, "{}", made.text);
    let until = Instant::now() + Duration::from_secs(seconds);
    let (never, is_killed) = (AtomicBool::new(false), AtomicBool::new(false));
    let is_killed = &is_killed;
    let acknowledged = Acknowledged::default();
    let all = &acknowledged;
    std::thread::scope(|scope| {
        let (mut on_living, mut on_dying) = (Vec::new(), Vec::new());
        for (writer, person) in people.iter().enumerate() {
            let own: Vec<usize> = (0..BLOCKS).filter(|block| block % writers == writer).collect();
            // Every other writer is on the host that dies.
            let (host, stops) = match &there {
                Some(there) if writer % 2 == 1 => (there, is_killed),
                _ => (&here, &never),
            };
            let browser = person.browser(host);
            let running = if std::ptr::eq(stops, is_killed) { &mut on_dying } else { &mut on_living };
            running.push(scope.spawn(move || write(browser, page, &own, until, stops, all)));
        }
        if let Some(there) = &there {
            std::thread::sleep(Duration::from_secs(seconds / 2));
            is_killed.store(true, Ordering::Relaxed);
            let pid = rustix::process::Pid::from_raw(there.pid).expect("a process");
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it is killed");
        }
        // A writer of the dead host may end in the middle of a call.
        on_dying.into_iter().for_each(|writer| drop(writer.join()));
        on_living.into_iter().for_each(|writer| writer.join().expect("its host lives"));
    });
    let acknowledged = acknowledged.into_inner().expect("nobody panics with it");
    let document = people[0].browser(&here).get(&path(page)).json();
    let bodies: Vec<String> =
        blocks(&document).iter().map(|block| block["body"].as_str().expect("a body").to_owned()).collect();
    assert_eq!(bodies.len(), BLOCKS);
    for (at, word) in &acknowledged {
        assert_eq!(bodies[*at].matches(word.as_str()).count(), 1, "{word} in {}", bodies[*at]);
    }
    let written: usize = bodies.iter().map(|body| body.matches('<').count()).sum();
    assert!(acknowledged.len() > writers && written >= acknowledged.len(), "{written} of {}", acknowledged.len());
    println!("{} words of {writers} writers in {seconds} s, {written} in the document", acknowledged.len());
}
