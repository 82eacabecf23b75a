//! Files of a page: what may be sent, what is looked at before readers see it, and what goes.

use super::{Desk, good, integer, stored, text};
use crate::organizations::house::execute;
use crate::spaces::refused;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// A picture that is text too, so that an answer with it can be read.
const GIF: &[u8] = b"GIF89a....";
pub(super) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

pub(super) fn file(name: &str, media_type: &str, bytes: &[u8]) -> Json {
    json!({ "file_name": name, "media_type": media_type, "size_bytes": bytes.len() })
}

/// Sends a file to where it was signed.
pub(super) fn send(signed: &Json, media_type: &str, bytes: &[u8]) -> Answer {
    let url = signed["url"].as_str().expect("a link").strip_prefix("/api/v1").expect("below the base path");
    assert_eq!(signed["method"], "PUT");
    shared().send_body("PUT", url, &[("content-type", media_type)], bytes)
}

impl Desk {
    /// A file that was signed and sent.
    fn sent(&mut self, media_type: &str, bytes: &[u8]) -> i64 {
        let signed = good(&self.post("uploads", &file("a file", media_type, bytes)), 201);
        assert_eq!(signed["headers"], json!([{ "name": "content-type", "value": media_type }]));
        let answer = send(&signed, media_type, bytes);
        assert_eq!(answer.status, 204, "{}", answer.text);
        signed["id"].as_i64().expect("an id")
    }

    fn shown(&mut self, kind: &str, upload: i64) -> Answer {
        let block = self.block(kind, "", &json!({ "upload_id": upload }), 0);
        self.refresh(block)
    }
}

fn attached(upload: i64) -> i64 {
    stored(
        "SELECT count(*) AS number FROM research_uploads WHERE id = $1 AND attached_at IS NOT NULL",
        &[integer(upload)],
    )
}

pub(super) fn objects(upload: i64) -> i64 {
    let sql = "SELECT count(*) AS number FROM objects WHERE component = 'research'
               AND key = (SELECT object_key FROM research_uploads WHERE id = $1)";
    stored(sql, &[integer(upload)])
}

#[test]
fn a_picture_is_sent_attached_and_shown_where_nothing_runs() {
    let mut desk = Desk::new();
    let upload = desk.sent("image/gif", GIF);
    assert_eq!(attached(upload), 0);
    let shown = good(&desk.shown("image", upload), 200)["file"].clone();
    assert_eq!((shown["upload_id"].as_i64(), &shown["media_type"]), (Some(upload), &json!("image/gif")));
    assert_eq!(attached(upload), 1);
    let url = shown["url"].as_str().expect("a link").strip_prefix("/api/v1").expect("below the base path");
    let loaded = shared().send("GET", url, &[]);
    assert_eq!((loaded.status, loaded.header("content-type")), (200, "image/gif"));
    assert!(
        loaded.header("content-security-policy").contains("sandbox"),
        "{}",
        loaded.header("content-security-policy")
    );
    assert_eq!(loaded.header("x-content-type-options"), "nosniff");
    assert_eq!(loaded.header("content-length"), GIF.len().to_string());
    assert_eq!(
        good(&desk.shown("file", upload), 200)["file"]["upload_id"],
        json!(upload),
        "a file block shows a picture too"
    );
    assert_eq!(desk.document_version(), 0);
}

#[test]
fn a_file_that_readers_see_is_not_replaced_through_the_link_by_which_it_came() {
    let mut desk = Desk::new();
    let signed = good(&desk.post("uploads", &file("chart.gif", "image/gif", b"GIF89a........")), 201);
    assert_eq!(send(&signed, "image/gif", GIF).status, 204);
    let upload = signed["id"].as_i64().expect("an id");
    let shown = good(&desk.shown("image", upload), 200)["file"].clone();
    let other = send(&signed, "image/gif", b"<script>");
    assert_eq!((other.status, other.code().as_str()), (409, "constraint_violated"), "{}", other.text);
    let url = shown["url"].as_str().expect("a link").strip_prefix("/api/v1").expect("below the base path");
    assert_eq!(shared().send("GET", url, &[]).text.as_bytes(), GIF);
}

#[test]
fn a_document_with_a_file_of_another_type_is_not_saved_and_a_corrected_one_is() {
    let mut desk = Desk::new();
    let wrong = desk.sent("image/png", b"<script>alert(1)</script>");
    let document = format!("/session/research/pages/{}/document", desk.page);
    let image =
        |upload: i64| json!({ "id": null, "key": "i", "kind": "image", "body": "", "attrs": { "upload_id": upload } });
    let words = json!({ "id": null, "key": "t", "kind": "paragraph", "body": "not to be lost", "attrs": {} });
    let sent = |upload: i64| json!({ "base_version": 0, "blocks": [words, image(upload)] });
    let answer = desk.browser.write("PUT", &document, &sent(wrong));
    refused(&answer, 422, "upload_type_mismatch", None);
    assert_eq!(answer.json()["upload_id"], json!(wrong));
    assert_eq!((desk.document_version(), attached(wrong), objects(wrong)), (0, 0, 0));
    let right = desk.sent("image/png", PNG);
    let saved = good(&desk.browser.write("PUT", &document, &sent(right)), 200);
    assert_eq!((&saved["blocks"][0]["body"], saved["document_version"].as_i64()), (&json!("not to be lost"), Some(1)));
    assert_eq!(attached(right), 1);
}

#[test]
fn bytes_of_another_type_are_removed() {
    let mut desk = Desk::new();
    let page: &[u8] = b"<!DOCTYPE html><script>alert(1)</script>";
    for (media_type, good_bytes, wrong) in [
        ("image/png", PNG, page),
        ("image/jpeg", b"\xff\xd8\xff\xe0..JFIF".as_slice(), PNG),
        ("image/gif", b"GIF89a....", b"GIF88a...."),
        ("image/webp", b"RIFF\x10\0\0\0WEBPVP8 ", b"RIFF\x10\0\0\0WAVEfmt "),
        ("image/avif", b"\0\0\0\x1cftypavif\0\0\0\0mif1", b"\0\0\0\x1cftypisom\0\0\0\0mp41"),
        ("application/pdf", b"%PDF-1.7\n", page),
        ("application/zip", b"PK\x03\x04....", b"MZ......"),
        ("application/gzip", b"\x1f\x8b\x08....", b"\x1f\x8b\x09...."),
        ("text/csv", b"a,b\n1,2\n", page),
        ("text/plain", "Gr\u{fc}\u{df}e".as_bytes(), b"nul \0 byte"),
        ("application/json", b" {\"a\": 1}", b"<svg onload=alert(1)>"),
        ("text/plain", b"1 < 2", b"  <SVG xmlns='x'>"),
        ("text/csv", b"\xef\xbb\xbfa,b", b"\xff\xfea,b"),
    ] {
        let upload = desk.sent(media_type, wrong);
        let answer = desk.shown("file", upload);
        refused(&answer, 422, "upload_type_mismatch", None);
        assert_eq!(
            (answer.json()["upload_id"].as_i64(), attached(upload), objects(upload)),
            (Some(upload), 0, 0),
            "{media_type}"
        );
        refused(&desk.shown("file", upload), 422, "upload_missing", None);
        let upload = desk.sent(media_type, good_bytes);
        assert_eq!(good(&desk.shown("file", upload), 200)["file"]["media_type"], media_type);
    }
    let text = "\u{20ac}".repeat(3_000);
    let upload = desk.sent("text/plain", text.as_bytes());
    assert_eq!(desk.shown("file", upload).status, 200, "a character may stand across the end of what is looked at");
}

#[test]
fn a_block_shows_only_files_of_its_page_that_have_come() {
    let (mut desk, mut other) = (Desk::new(), Desk::new());
    let signed = good(&desk.post("uploads", &file("late.png", "image/png", PNG)), 201);
    refused(&desk.shown("image", signed["id"].as_i64().expect("an id")), 422, "upload_missing", None);
    let theirs = other.sent("image/png", PNG);
    for unknown in [theirs, 9_000_000_000] {
        refused(&desk.shown("image", unknown), 422, "unknown_upload", None);
    }
    let pdf = desk.sent("application/pdf", b"%PDF-1.7");
    refused(&desk.shown("image", pdf), 422, "upload_type_mismatch", None);
    assert_eq!(good(&desk.shown("file", pdf), 200)["file"]["media_type"], "application/pdf");
}

#[test]
fn only_harmless_types_of_at_most_25_mib_are_signed() {
    let mut desk = Desk::new();
    for media_type in ["image/svg+xml", "text/html", "application/javascript", "image/PNG", ""] {
        refused(&desk.post("uploads", &file("a", media_type, PNG)), 422, "validation_failed", Some("media_type"));
    }
    let sized = |size: i64| json!({ "file_name": "a.png", "media_type": "image/png", "size_bytes": size });
    for size in [0, -1, (25 << 20) + 1, 1 << 40] {
        refused(&desk.post("uploads", &sized(size)), 422, "validation_failed", Some("size_bytes"));
    }
    assert_eq!(good(&desk.post("uploads", &sized(25 << 20)), 201)["max_bytes"], json!(25 << 20));
    for name in ["", "../up.png", "a\\b", "say \"hi\".png", ".hidden", &"\u{20ac}".repeat(67)] {
        refused(&desk.post("uploads", &file(name, "image/png", PNG)), 422, "validation_failed", Some("file_name"));
    }
    // Computers run these when a reader opens what they saved, whatever the bytes are.
    for name in ["invoice.hta", "run.BAT", "a.png.exe", "a.lnk.", "a.cmd  .", "a.vbs:b.txt", "page.html"] {
        refused(&desk.post("uploads", &file(name, "text/plain", b"echo")), 422, "validation_failed", Some("file_name"));
    }
    for name in ["exe", "data.py", "batch.csv", "notes"] {
        good(&desk.post("uploads", &file(name, "text/plain", b"echo")), 201);
    }
    let signed = good(&desk.post("uploads", &file("\u{20ac} \u{fc}.png", "image/png", PNG)), 201);
    assert_eq!(send(&signed, "text/html", PNG).status, 415);
    assert_eq!(send(&signed, "image/png", &[PNG, b"more"].concat()).status, 413);
    let id = signed["id"].as_i64().expect("an id");
    assert_eq!(objects(id), 0, "what was refused is not stored");
    let many =
        "INSERT INTO research_uploads (page_id, space_id, object_key, file_name, media_type, size_bytes, created_at)
                WITH RECURSIVE place (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < 1000)
                SELECT $1, $2, 'elsewhere/' || CAST($1 AS BIGINT) || '/' || n, 'a', 'image/png', 1, 1 FROM place";
    execute(shared(), "DELETE FROM research_uploads WHERE page_id = $1", &[integer(desk.page)]);
    execute(shared(), many, &[integer(desk.page), integer(desk.space)]);
    refused(&desk.post("uploads", &sized(5)), 422, "too_many_uploads", None);
}

#[test]
fn what_no_block_names_goes_after_a_day() {
    let mut desk = Desk::new();
    let (kept, forgotten, young) =
        (desk.sent("image/png", PNG), desk.sent("image/png", PNG), desk.sent("image/png", PNG));
    good(&desk.shown("image", kept), 200);
    let key = "SELECT object_key AS text FROM research_uploads WHERE id = $1";
    let keys: Vec<String> = [kept, forgotten, young]
        .map(|upload| crate::organizations::house::texts(shared(), key, &[integer(upload)]).remove(0))
        .into();
    let hours_ago = |hours: i64| (jiff::Timestamp::now() - jiff::SignedDuration::from_hours(hours)).as_microsecond();
    for (upload, key, hours) in [(kept, &keys[0], 30), (forgotten, &keys[1], 30), (young, &keys[2], 20)] {
        execute(
            shared(),
            "UPDATE research_uploads SET created_at = $1 WHERE id = $2",
            &[integer(hours_ago(hours)), integer(upload)],
        );
        let sql = "UPDATE objects SET created_at = $1 WHERE component = 'research' AND key = $2";
        assert_eq!(execute(shared(), sql, &[integer(hours_ago(hours)), text(key)]), 1);
    }
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
               VALUES ('research', 'sweep_uploads', '{}', 'queued', 0, 0, 3, FALSE, 0, 0)";
    execute(shared(), sql, &[]);
    let waiting = "SELECT count(*) AS number FROM jobs WHERE name = 'sweep_uploads' AND state IN ('queued', 'running') AND run_at < 1000000";
    let began = Instant::now();
    while stored(waiting, &[]) > 0 {
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "the sweep runs");
        std::thread::sleep(Duration::from_millis(50));
    }
    let ended =
        "SELECT count(*) AS number FROM jobs WHERE name = 'sweep_uploads' AND state = 'completed' AND created_at = 0";
    assert_eq!(stored(ended, &[]), 1, "the sweep comes to its end");
    let object = |key: &str| {
        stored("SELECT count(*) AS number FROM objects WHERE component = 'research' AND key = $1", &[text(key)])
    };
    let rows = crate::organizations::house::texts(
        shared(),
        "SELECT id || ' ' || object_key || ' ' || created_at || ' ' || coalesce(attached_at, 0) AS text FROM research_uploads",
        &[],
    );
    let objects = crate::organizations::house::texts(
        shared(),
        "SELECT component || ' ' || key || ' ' || created_at AS text FROM objects WHERE component = 'research'",
        &[],
    );
    let jobs = crate::organizations::house::texts(
        shared(),
        "SELECT id || ' ' || state || ' ' || attempts || ' ' || created_at || ' ' || coalesce(last_failure, '') AS text FROM jobs WHERE name = 'sweep_uploads'",
        &[],
    );
    assert_eq!(
        [object(&keys[0]), object(&keys[1]), object(&keys[2])],
        [1, 0, 1],
        "{keys:?} {rows:#?} {objects:#?} {jobs:#?}"
    );
    refused(&desk.shown("image", forgotten), 422, "unknown_upload", None);
    assert_eq!(desk.shown("image", young).status, 200);
}
