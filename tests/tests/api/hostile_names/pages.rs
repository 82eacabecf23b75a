//! Pages that are served as HTML, to browsers without scripts too, and research that leaves as HTML: what stands in them of such names is
//! text.

use super::encoded;
use crate::organizations::house::{execute, server};
use crate::research::support::Desk;
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::hostile_names::{assert_elements, few, name};
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::net::TcpStream;

/// What no page says but as text: the marks of names.
const MARKS: [&str; 3] = ["<b onclick", "<script>x()", "<img src=x"];
/// The elements of a page of research, as readers outside and files have it.
const ELEMENTS: [&str; 32] = [
    "!doctype",
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "h1",
    "h2",
    "h3",
    "p",
    "a",
    "blockquote",
    "div",
    "aside",
    "strong",
    "em",
    "pre",
    "code",
    "hr",
    "br",
    "figure",
    "figcaption",
    "data",
    "ul",
    "ol",
    "li",
    "table",
    "thead",
    "tbody",
    "tr",
    "td",
];
/// Blocks: kind and attributes.
const BLOCKS: [(&str, &str); 6] = [
    ("paragraph", "{}"),
    ("heading", r#"{"level":2}"#),
    ("quote", "{}"),
    ("todo", r#"{"checked":true}"#),
    ("callout", r#"{"tone":"note"}"#),
    ("code", "{}"),
];

#[track_caller]
fn assert_no_marks(what: &str, html: &str) {
    for mark in MARKS {
        assert!(!html.contains(mark), "{mark} in {what}: {html}");
    }
}

/// Asks for a page; what is no HTML is drawn by nobody.
#[track_caller]
fn assert_page(server: &Server, path: &str) {
    let page = server.send_to_root("GET", path, &[("accept", "text/html,application/xhtml+xml,*/*;q=0.8")]);
    assert!(page.status < 500, "{path}: {} {}", page.status, page.text);
    if page.header("content-type").starts_with("text/html") {
        assert_no_marks(path, &page.text);
    }
}

/// Sends a path as it stands, which clients refuse to. Gives the answer; of none nothing.
fn sent_as_it_stands(server: &Server, path: &str) -> String {
    let host = server.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).expect("a connection");
    stream.set_read_timeout(Some(bounded::SHORT)).expect("a bound");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\naccept: text/html\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = Vec::new();
    // A connection that is refused may end early.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn no_name_in_an_address_is_a_mark_of_the_page() {
    quarry_tests::on_one_engine!();
    let server = server();
    let routes: Json = serde_json::from_str(include_str!("../../../../web/routes.json")).expect("routes");
    let names: Vec<String> = few().into_iter().map(name).collect();
    let mut turns = names.iter().cycle();
    for route in routes.as_array().expect("a list") {
        let path = route["path"].as_str().expect("a path");
        for name in turns.by_ref().take(if path.contains(':') { 3 } else { 1 }) {
            let part = encoded(name);
            let fill = |segment: &str| if segment.starts_with(':') { part.clone() } else { segment.to_owned() };
            let filled = path.split('/').map(fill).collect::<Vec<_>>().join("/");
            assert_page(server, &format!("{filled}?q={part}&chain={part}"));
        }
    }
    for name in &names {
        let part = encoded(name);
        assert_page(server, &format!("/docs?{part}"));
        assert_page(server, &format!("/no/such/{part}"));
        assert_page(server, &format!("/api/v1/public/alert_letters/{part}"));
        for page in ["/prices/", "/published/", "/no/such/"] {
            let path = format!("{page}{}", name.replace(' ', "%20"));
            let answer = sent_as_it_stands(server, &path);
            let status = answer.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
            assert!(status.is_none_or(|status| status < 500), "{path}: {answer}");
            if answer.to_lowercase().contains("\r\ncontent-type: text/html") {
                assert_no_marks(&path, &answer);
            }
        }
    }
}

#[test]
fn no_name_of_research_leaves_as_a_mark() {
    let mut desk = Desk::new();
    let project = desk.project("Names");
    for number in few() {
        let name = name(number);
        let page = desk.page(project, &name);
        for (kind, attrs) in BLOCKS {
            desk.block(page, kind, &name, &serde_json::from_str(attrs).expect("attributes"));
        }
        desk.block(page, "query", "", &json!({ "dataset": name, "filters": { name.as_str(): name } }));
        let path = format!("/session/research/pages/{page}");
        let file = desk.viewer.get(&format!("{path}/export?format=html"));
        assert!(file.status == 200 && file.header("content-type").starts_with("text/html"), "{}", file.text);
        assert_elements(&file.text, &ELEMENTS);
        assert!(file.header("content-disposition").starts_with("attachment; filename*=UTF-8''T"), "{:?}", file.headers);

        // The name to be published under has a door of its own; what it refuses may stand there from before.
        let publish = format!("{path}/publish");
        let named = desk.owner.write("PATCH", &publish, &json!({ "author": name }));
        assert!([200, 422].contains(&named.status), "{name:?}: {} {}", named.status, named.text);
        let publication = desk.owner.does("PATCH", &publish, &json!({}));
        let author = "UPDATE published_pages SET author = $1 WHERE page_id = $2";
        assert_eq!(execute(server(), author, &[Value::Text(name.clone()), Value::Int64(page)]), 1);
        let slug = publication["slug"].as_str().expect("a slug");
        let published = server().get_keyless(&format!("/public/published_pages/{slug}"));
        assert_eq!(published.status, 200, "{}", published.text);
        let seen = published.json();
        assert_eq!((&seen["title"], &seen["author"]), (&json!(name), &json!(name)), "text, for whoever shows it");
        assert_elements(seen["html"].as_str().expect("HTML"), &ELEMENTS);
        let shown = server().send_to_root("GET", &format!("/published/{slug}"), &[("accept", "text/html")]);
        assert_eq!(shown.status, 200, "{}", shown.text);
        assert_no_marks(slug, &shown.text);
        if number.is_multiple_of(4) {
            let pass = desk.owner.does("POST", &format!("{path}/guest_passes"), &json!({}));
            let review = format!("/public/review/{}", pass["token"].as_str().expect("a token"));
            let shared = server().get_keyless(&review);
            assert_eq!(shared.status, 200, "{}", shared.text);
            assert_elements(shared.json()["html"].as_str().expect("HTML"), &ELEMENTS);
        }
    }
}
