//! Pictures and files of published and shared pages: one path as long as the page is published, and nothing runs in them.

use super::support::Desk;
use crate::organizations::house::{execute, server};
use quarry::stores::result_set::Value;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

/// A picture that is text too, so that an answer with it can be read.
const GIF: &str = "GIF89a....";
const CSV: &str = "day,count\n2026-03-01,128\n";

/// Sends a file for the page.
fn sent(desk: &mut Desk, page: i64, media_type: &str, bytes: &str) -> i64 {
    let body = json!({ "file_name": "a file", "media_type": media_type, "size_bytes": bytes.len() });
    let signed = desk.editor.does("POST", &format!("/session/research/pages/{page}/uploads"), &body);
    let url = signed["url"].as_str().expect("a link").strip_prefix("/api/v1").expect("below the base path");
    let answer = server().send_body("PUT", url, &[("content-type", media_type)], bytes.as_bytes());
    assert_eq!(answer.status, 204, "{}", answer.text);
    signed["id"].as_i64().expect("a number")
}

fn block(key: &str, kind: &str, upload: i64) -> Json {
    json!({ "id": null, "key": key, "kind": kind, "body": "", "attrs": { "upload_id": upload } })
}

fn save(desk: &mut Desk, page: i64, base_version: i64, blocks: &Json) {
    let path = format!("/session/research/pages/{page}/document");
    desk.editor.does("PUT", &path, &json!({ "base_version": base_version, "blocks": blocks }));
}

fn read(path: &str) -> Answer {
    server().get_keyless(path)
}

#[test]
fn pictures_have_a_permanent_path_as_long_as_the_page_is_published() {
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Pictures"), "Pictures");
    let (picture, table, unshown) = (
        sent(&mut desk, page, "image/gif", GIF),
        sent(&mut desk, page, "text/csv", CSV),
        sent(&mut desk, page, "image/gif", GIF),
    );
    save(&mut desk, page, 0, &json!([block("a", "image", picture), block("b", "file", table)]));
    let publish = format!("/session/research/pages/{page}/publish");
    let slug = desk.owner.does("PATCH", &publish, &json!({}))["slug"].as_str().expect("a slug").to_owned();
    let seen = read(&format!("/public/published_pages/{slug}")).json();
    let paths: Vec<String> = seen["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["path"].as_str().expect("a path").to_owned())
        .collect();
    assert_eq!(paths, [picture, table].map(|id| format!("/public/published_pages/{slug}/files/{id}")));
    let (shown, saved) = (read(&paths[0]), read(&paths[1]));
    assert_eq!((shown.status, shown.text.as_str(), shown.header("content-type")), (200, GIF, "image/gif"));
    assert_eq!(shown.header("content-disposition"), "", "a picture is shown");
    assert_eq!((saved.text.as_str(), saved.header("content-disposition").starts_with("attachment")), (CSV, true));
    for answer in [&shown, &saved] {
        let policy = answer.header("content-security-policy");
        let rules: Vec<&str> = policy.split("; ").collect();
        assert!(rules.contains(&"sandbox") && rules.contains(&"default-src 'none'"), "nothing runs in it: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    let never = read("/public/published_pages/never-published-anywhere/files/1");
    let alike = |path: &str| {
        let answer = read(path);
        assert_eq!((answer.status, answer.detail().replace(&slug, "never-published-anywhere")), (404, never.detail()));
    };
    alike(&format!("/public/published_pages/{slug}/files/{unshown}"));

    // Not on the page any more, and still on the copy.
    save(&mut desk, page, 1, &json!([block("c", "image", unshown)]));
    assert_eq!(read(&paths[0]).status, 200);
    alike(&format!("/public/published_pages/{slug}/files/{unshown}"));
    desk.owner.does("PATCH", &publish, &json!({}));
    alike(&paths[0]);
    assert_eq!(read(&format!("/public/published_pages/{slug}/files/{unshown}")).status, 200);
    desk.trash("research_pages", page);
    alike(&format!("/public/published_pages/{slug}/files/{unshown}"));
    desk.owner.does("PATCH", &format!("/session/research/pages/{page}/restore"), &json!({}));
    desk.owner.does("PATCH", &format!("/session/research/pages/{page}/unpublish"), &json!({}));
    alike(&format!("/public/published_pages/{slug}/files/{unshown}"));
}

#[test]
fn a_guest_sees_the_pictures_of_the_shared_page_by_links_that_end() {
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Pictures"), "Pictures");
    let picture = sent(&mut desk, page, "image/gif", GIF);
    save(&mut desk, page, 0, &json!([block("a", "image", picture)]));
    let made = desk.owner.does("POST", &format!("/session/research/pages/{page}/guest_passes"), &json!({}));
    let review = format!("/public/review/{}", made["token"].as_str().expect("a token"));
    let seen = read(&review).json();
    assert_eq!(seen["files"][0]["upload_id"], json!(picture));
    let link = seen["files"][0]["url"].as_str().expect("a link").strip_prefix("/api/v1").expect("below the base path");
    assert_eq!((read(link).text.as_str(), seen["files"][0]["expires_at"].is_string()), (GIF, true));
    let soon = "UPDATE page_review_links SET expires_at = created_at + 300000000 WHERE guest_pass_id = $1";
    let id = made["guest_pass"]["id"].as_i64().expect("a number");
    assert_eq!(execute(server(), soon, &[Value::Int64(id)]), 1);
    let seen = read(&review).json();
    let seconds = |time: &Json| time.as_str().expect("a time")[..19].to_owned();
    assert!(
        seconds(&seen["files"][0]["expires_at"]) <= seconds(&seen["expires_at"]),
        "no link outlives the pass: {seen}"
    );
}
