//! Bodies of requests: read within their limits, checked against the declaration, refused with the field's name, and made once
//! for one `Idempotency-Key`.

use crate::account_support::deployment;
use quarry_tests::http::Answer;
use quarry_tests::sentences::faults_of_refusal;
use quarry_tests::server::Server;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn server() -> &'static Server {
    &deployment().server
}

fn post(path: &str, content_type: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let server = server();
    let authorization = format!("Bearer {}", deployment().key);
    let mut all = vec![("authorization", authorization.as_str()), ("content-type", content_type)];
    all.extend(headers);
    server.send_body("POST", path, &all, body.as_bytes())
}

fn note(body: &str) -> Answer {
    post("/writer/notes", "application/json", &[], body)
}

#[test]
fn a_body_as_declared_reaches_its_operation_in_every_form() {
    let json = note(r#"{"title":"Depeg","tags":["usdc"]}"#);
    assert_eq!((json.status, &json.json()["title"]), (200, &json!("Depeg")), "{}", json.text);
    let form = post("/writer/forms", "application/x-www-form-urlencoded; charset=UTF-8", &[], "name=Ada+L%C3%B6w");
    assert_eq!((form.status, &form.json()["name"]), (200, &json!("Ada Löw")), "{}", form.text);
    let raw = post("/writer/tables", "text/csv", &[], "a,b\n1,2\n");
    assert_eq!((raw.status, &raw.json()["bytes"]), (200, &json!(8)), "{}", raw.text);
}

#[test]
fn a_body_that_is_no_object_is_told_so_in_words() {
    for (body, kind) in [("[]", "a list"), ("\"Depeg\"", "a text"), ("7", "a number"), ("null", "empty")] {
        let refused = note(body);
        assert_eq!((refused.status, refused.code().as_str()), (422, "validation_failed"), "{}", refused.text);
        let detail = format!("The request body must be a JSON object, and it is {kind}.");
        assert_eq!((&refused.json()["detail"], &refused.json()["fields"]), (&json!(detail), &json!({})));
    }
}

#[test]
fn a_body_that_is_not_as_declared_is_refused_by_field() {
    for (body, field) in [
        (r#"{"tags":[]}"#, "title"),
        (r#"{"title":""}"#, "title"),
        (r#"{"title":7}"#, "title"),
        (r#"{"title":"a","tags":["a",2]}"#, "tags.1"),
        (r#"{"title":"a","colour":"red"}"#, "colour"),
    ] {
        let refusal = note(body);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "validation_failed"), "{body}: {}", refusal.text);
        assert!(refusal.json()["fields"][field].is_string(), "{body}: {}", refusal.text);
        assert!(refusal.detail().contains(field), "{}", refusal.text);
    }
    for (body, reason) in [
        ("", ""),
        ("{", "JSON: it ends at line 1, column 1, before it is complete."),
        ("[1,2", "JSON: it ends at line 1, column 4, before it is complete."),
        (r#"{"title":"a"}x"#, "JSON: something is wrong at line 1, column 14."),
        (r#"{"title":"a","title":"b"}"#, "JSON: a member is given twice: \"title\", at line 1, column "),
        ("\u{0}", "JSON: something is wrong at line 1, column 1."),
        ("[".repeat(5_000).as_str(), "JSON: it has too many lists and groups within each other, at line 1, column "),
    ] {
        let refusal = note(body);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "validation_failed"), "{body}: {}", refusal.text);
        assert!(refusal.detail().contains(reason), "{body}: {}", refusal.text);
        assert_eq!(faults_of_refusal(&refusal.json()), Vec::<String>::new(), "{body}: {}", refusal.text);
    }
    let twice = post("/writer/forms", "application/x-www-form-urlencoded", &[], "name=a&name=b");
    assert_eq!(twice.status, 422, "{}", twice.text);
    let broken = post("/writer/forms", "application/x-www-form-urlencoded", &[], "name=%FF");
    assert_eq!(broken.status, 422, "{}", broken.text);
}

#[test]
fn another_media_type_and_a_larger_body_are_refused() {
    let other = post("/writer/notes", "text/plain", &[], "{}");
    assert_eq!((other.status, other.code().as_str()), (415, "unsupported_media_type"), "{}", other.text);
    assert!(other.detail().contains("application/json"), "{}", other.text);
    let latin = post("/writer/notes", "application/json; charset=latin1", &[], r#"{"title":"a"}"#);
    assert_eq!(latin.status, 415, "{}", latin.text);
    let large = post("/writer/tables", "text/csv", &[], &"x".repeat(1025));
    assert_eq!((large.status, large.code().as_str()), (413, "payload_too_large"), "{}", large.text);
    assert_eq!(large.json()["limit"], 1024);
}

#[test]
fn a_body_without_a_length_is_cut_at_the_limit() {
    let server = server();
    let address = server.base_url.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
    let head = format!(
        "POST /api/v1/writer/tables HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: text/csv\r\n\
         transfer-encoding: chunked\r\n\r\n",
        deployment().key
    );
    stream.write_all(head.as_bytes()).expect("the head is sent");
    let chunk = format!("400\r\n{}\r\n", "x".repeat(1024));
    for _ in 0..8 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
}

/// A JSON text of so many bytes.
fn long_text(bytes: usize) -> String {
    let line = "x".repeat(1_000);
    let mut text = String::from("{\"lines\":[");
    while text.len() + 2_010 < bytes {
        text.push_str(&format!("\"{line}\","));
    }
    let rest = bytes - text.len() - 4;
    text.push_str(&format!("\"{}\"]}}", "y".repeat(rest)));
    assert_eq!(text.len(), bytes);
    text
}

#[test]
fn a_body_of_four_mebibytes_is_served_where_its_route_says_so() {
    for bytes in [3_900 << 10, 4 << 20] {
        let large = post("/writer/texts", "application/json", &[], &long_text(bytes));
        assert_eq!(large.status, 200, "{bytes}: {}", large.text);
        assert!(large.json()["bytes"].as_u64() > Some(3_900_000), "{}", large.text);
    }
    // Of one byte more, and of what another route does not take, the head is enough.
    for (path, bytes) in [("texts", (4 << 20) + 1), ("notes", (1 << 20) + 1)] {
        let (_stream, status) = send_head(path, &format!("content-length: {bytes}"), &[]);
        assert_eq!(status, "HTTP/1.1 413", "{path}");
    }
    let text = long_text((4 << 20) + 1);
    let chunks: Vec<String> = text
        .as_bytes()
        .chunks(1 << 16)
        .map(|chunk| format!("{:x}\r\n{}\r\n", chunk.len(), String::from_utf8_lossy(chunk)))
        .collect();
    let (_stream, status) = send_head("texts", "transfer-encoding: chunked", &chunks);
    assert_eq!(status, "HTTP/1.1 413", "without a length");
}

/// Sends the head of a write and some of its body; gives the beginning of the answer.
fn send_head(path: &str, header: &str, pieces: &[String]) -> (TcpStream, String) {
    let address = server().base_url.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
    let head = format!(
        "POST /api/v1/writer/{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         {header}\r\n\r\n",
        deployment().key
    );
    stream.write_all(head.as_bytes()).expect("the head is sent");
    for piece in pieces {
        if stream.write_all(piece.as_bytes()).is_err() {
            break;
        }
    }
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    (stream, String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn a_key_without_the_scope_learns_nothing_about_the_body() {
    let server = server();
    let authorization = format!("Bearer {}", deployment().read_key);
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let refusal = server.send_body("POST", "/writer/notes", &headers, b"{");
    assert_eq!((refusal.status, refusal.code().as_str()), (403, "missing_scope"), "{}", refusal.text);
}

#[test]
fn a_write_that_is_sent_again_with_its_key_is_made_once() {
    let key = [("idempotency-key", "first-write")];
    let body = r#"{"title":"once"}"#;
    let first = post("/writer/notes", "application/json", &key, body);
    let again = post("/writer/notes", "application/json", &key, body);
    assert_eq!((first.status, again.status), (200, 200), "{}", again.text);
    assert_eq!(first.text, again.text, "the same answer, its number included");
    assert_eq!((first.header("idempotent-replayed"), again.header("idempotent-replayed")), ("", "true"));
    let other_key = post("/writer/notes", "application/json", &[("idempotency-key", "second-write")], body);
    assert_ne!(other_key.json()["call"], first.json()["call"]);

    // Another body, another path: nothing is made.
    let other_body = post("/writer/notes", "application/json", &key, r#"{"title":"twice"}"#);
    assert_eq!((other_body.status, other_body.json()["parameter"].as_str()), (422, Some("Idempotency-Key")));
    let other_path = post("/writer/refusals", "application/json", &key, body);
    assert_eq!(other_path.status, 422, "{}", other_path.text);
    assert!(other_path.json()["call"].is_null(), "{}", other_path.text);
}

#[test]
fn a_write_that_is_accepted_says_where_it_leads_and_says_so_again() {
    let order = |key: &str| post("/writer/orders/made", "application/json", &[("idempotency-key", key)], "");
    let (first, again, other) = (order("first-order"), order("first-order"), order("second-order"));
    for answer in [&first, &again, &other] {
        assert_eq!((answer.status, &answer.json()["what"]), (202, &json!("made")), "{}", answer.text);
        assert!(answer.header("location").starts_with("/writer/orders/made/"), "{}", answer.header("location"));
    }
    assert_eq!(first.header("location"), again.header("location"));
    assert_eq!((first.header("idempotent-replayed"), again.header("idempotent-replayed")), ("", "true"));
    assert_ne!(first.header("location"), other.header("location"));
}

#[test]
fn a_refusal_of_the_operation_is_kept_and_one_of_the_edge_is_not() {
    let key = [("idempotency-key", "refused-write")];
    let first = post("/writer/refusals", "application/json", &key, r#"{"title":"a"}"#);
    let again = post("/writer/refusals", "application/json", &key, r#"{"title":"a"}"#);
    assert_eq!((first.status, &first.json()["call"]), (again.status, &again.json()["call"]), "{}", again.text);
    let mended = [("idempotency-key", "mended-write")];
    assert_eq!(post("/writer/notes", "application/json", &mended, r#"{"title":""}"#).status, 422);
    let good = post("/writer/notes", "application/json", &mended, r#"{"title":"good"}"#);
    assert_eq!(good.status, 200, "what never reached the operation does not use the key up: {}", good.text);
}

#[test]
fn writes_that_come_together_with_one_key_are_made_once() {
    let key = [("idempotency-key", "together")];
    let send = || post("/writer/notes", "application/json", &key, r#"{"title":"together"}"#);
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..8).map(|_| scope.spawn(send)).collect();
        sent.into_iter().map(|sent| sent.join().expect("an answer")).collect()
    });
    let made: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert!(!made.is_empty());
    assert!(made.iter().all(|answer| answer.text == made[0].text), "one write");
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(
            (refused.status, refused.code().as_str(), refused.header("retry-after")),
            (409, "request_in_progress", "1")
        );
    }
}

#[test]
fn a_malformed_idempotency_key_is_refused() {
    for key in ["", "with space", &"k".repeat(256)] {
        let refusal = post("/writer/notes", "application/json", &[("idempotency-key", key)], r#"{"title":"a"}"#);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_parameter"), "{key}: {}", refusal.text);
    }
}

#[test]
fn an_answer_has_the_status_and_headers_that_its_route_declares_and_no_others() {
    let made = server().send("POST", "/writer/things/made", &[]);
    assert_eq!((made.status, made.header("location")), (201, "/writer/things/made"), "{}", made.text);
    assert_eq!(made.header("x-thing-count"), "2");
    for undeclared in ["undeclared_status", "undeclared_header", "broken_header"] {
        let answer = server().send("POST", &format!("/writer/things/{undeclared}"), &[]);
        assert_eq!((answer.status, &answer.json()["error"]), (503, &json!("plugin_failed")), "{}", answer.text);
    }
    let refused = server().send("POST", "/writer/things/refused", &[]);
    assert_eq!((refused.status, &refused.json()["error"]), (422, &json!("not_today")), "{}", refused.text);
    let removed = server().send("DELETE", "/writer/things/made", &[]);
    assert_eq!((removed.status, removed.text.as_str()), (204, ""));
}

#[test]
fn the_document_tells_of_statuses_headers_and_refusals_of_an_operation() {
    let document = server().get_with_key("/openapi.json", &deployment().read_key).json();
    let make = &document["paths"]["/writer/things/{what}"]["post"]["responses"];
    assert!(make["200"].is_null() && make["201"]["content"]["application/json"]["schema"].is_object(), "{make}");
    assert_eq!(make["201"]["headers"]["location"]["description"], "Where the thing is.");
    let refusals = make["422"]["description"].as_str().unwrap_or_default();
    assert!(refusals.contains("- `not_today`: Nothing of this kind is made today"), "{make}");
    let remove = &document["paths"]["/writer/things/{what}"]["delete"]["responses"];
    assert!(remove["200"].is_null() && remove["204"]["content"].is_null() && remove["204"].is_object(), "{remove}");
}

#[test]
fn a_list_of_texts_stands_once_for_each() {
    let columns = |query: &str| server().get_keyless(&format!("/writer/columns{query}"));
    assert_eq!(columns("?columns[]=title&columns%5B%5D=a%20b").json(), json!({ "columns": ["title", "a b"] }));
    assert_eq!(columns("").json(), json!({ "columns": [] }));
    for refused in ["?columns[]=", "?columns[]=1&columns[]=2&columns[]=3&columns[]=4", "?columns[]=%FF"] {
        let answer = columns(refused);
        assert_eq!((answer.status, &answer.json()["parameter"]), (422, &json!("columns[]")), "{}", answer.text);
    }
}
