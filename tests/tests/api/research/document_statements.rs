//! The number of statements behind a document: the same for a page of three blocks and for the longest.

use super::document_support::{blocks, changed, good, moved, new, number, page_in, path, version_of};
use crate::organizations::house::Person;
use crate::spans::{Span, collector};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

const SIZES: [usize; 2] = [3, 2_000];
/// The requests of `write_and_read`, and which of them changes every block.
const STEPS: usize = 8;
const EVERY_BLOCK: usize = 4;

/// Opens the page and saves it in every way, each step once.
fn write_and_read(browser: &mut Browser<'_>, page: i64, size: usize) {
    let put = |browser: &mut Browser<'_>, base: i64, blocks: &Json| {
        good(&browser.write("PUT", &path(page), &json!({ "base_version": base, "blocks": blocks })))
    };
    let many: Vec<Json> = (0..size).map(|number| new(&format!("k{number}"), &format!("{number} words"))).collect();
    let first = put(browser, 0, &json!(many));
    good(&browser.get(&path(page)));
    good(&browser.get(&format!("/session/research/pages/{page}")));
    put(browser, 1, &changed(&first, 1, "one block"));
    let every: Vec<Json> = blocks(&first)
        .into_iter()
        .enumerate()
        .map(|(at, mut block)| {
            block["body"] = json!(format!("{at}, every block, and nothing of what it was"));
            block["version"] = json!(if at == 1 { 2 } else { 1 });
            block
        })
        .collect();
    let every = put(browser, 2, &json!(every));
    let front = put(browser, 3, &moved(&every, size - 1, 0));
    // From an older base, which is merged.
    let merged = put(browser, 3, &changed(&every, 0, "merged"));
    assert_eq!(merged["merged"], json!(true));
    let kept = put(browser, version_of(&merged), &json!([blocks(&front)[0].clone()]));
    assert_eq!(blocks(&kept).len(), 1);
}

/// The calls to the stores below each request of that method to a path of pages, in order.
fn calls(spans: &[Span], page_requests: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut below: HashMap<&[u8], Vec<&Span>> = HashMap::new();
    for span in spans {
        below.entry(&span.parent).or_default().push(span);
    }
    let requests = spans.iter().filter(|span| page_requests.contains(&span.name.as_str()));
    requests
        .map(|request| {
            let (mut calls, mut open) = (Vec::new(), vec![request]);
            while let Some(span) = open.pop() {
                if let Some(call) = span.attributes.get("statement").or_else(|| span.attributes.get("call")) {
                    calls.push(format!("{} {call}", span.name));
                }
                open.extend(below.get(span.id.as_slice()).into_iter().flatten());
            }
            calls.sort_unstable();
            (request.name.clone(), calls)
        })
        .collect()
}

#[test]
fn the_longest_page_opens_and_saves_in_as_many_statements_as_a_short_one() {
    let (collector, received) = collector();
    let mut environment = app_store_environment("document_statements").expect("a store");
    environment.push(("QUARRY__TELEMETRY__OTLP_ENDPOINT".to_owned(), format!("http://{collector}")));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let person = Person::new(&server, "Ada");
    let space =
        number(&server, "INSERT INTO spaces (name, created_at) VALUES ('Harbour', 1) RETURNING id AS number", &[]);
    let member = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 1) RETURNING id AS number";
    number(&server, member, &[Value::Int64(space), Value::Int64(person.id)]);
    let mut browser = person.browser(&server);
    for size in SIZES {
        let page = page_in(&server, space);
        write_and_read(&mut browser, page, size);
    }
    let requests = [
        "GET /session/research/pages/{id}",
        "GET /session/research/pages/{id}/document",
        "PUT /session/research/pages/{id}/document",
    ];
    let seen = || calls(&received.lock().expect("received"), &requests);
    crate::lifecycle::wait_for("the spans of all requests", || seen().len() == SIZES.len() * STEPS);
    let seen = seen();
    let (short, long) = seen.split_at(STEPS);
    for (step, (short, long)) in short.iter().zip(long).enumerate() {
        assert!(short.1.iter().any(|call| call.starts_with("statement")), "{short:?}");
        let mut expected = short.clone();
        if step == EVERY_BLOCK {
            // Of so many words a save leaves the rest to the job that indexes pages: one call, which enqueues it.
            expected.1.push("host_call jobs".to_owned());
            expected.1.sort_unstable();
        }
        assert_eq!(&expected, long);
    }
    let counts: Vec<String> =
        long.iter().map(|(request, calls)| format!("{} {}", &request[..3], calls.len())).collect();
    println!("calls of the host to its stores: {}", counts.join(", "));
}
