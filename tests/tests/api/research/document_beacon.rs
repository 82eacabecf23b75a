//! The save of a closing tab: it takes what fits, and keeps the rest as a draft.

use super::document_support::{Page, changed, good, new, page_in, path, read, save, version_of};
use super::document_two_hosts::space_of;
use crate::organizations::house::{Person, server};
use crate::spaces::refused;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;

#[test]
fn a_closing_tab_saves_what_it_changed_and_leaves_the_rest() {
    let mut page = Page::with(&["one", "two", "three"]);
    let base = page.read();
    good(&save(&mut page.ada, page.id, version_of(&base), &changed(&base, 0, "one by Ada")));
    let mut block = base["blocks"][1].clone();
    block["body"] = json!("two by Ben");
    let beacon = json!({
        "base_version": version_of(&base), "changed": [block, new("tab", "last words")], "removed": [base["blocks"][2]["id"]],
    });
    page.ben.csrf_token = String::new();
    for _ in 0..2 {
        let sent = page.ben.write("POST", &path(page.id), &beacon);
        assert_eq!((sent.status, sent.text.as_str()), (204, ""));
        assert_eq!(page.bodies(), ["one by Ada", "two by Ben", "last words"]);
    }
}

#[test]
fn a_closing_tab_that_meets_a_conflict_leaves_a_draft() {
    let mut page = Page::with(&["one", "two"]);
    let base = page.read();
    good(&save(&mut page.ada, page.id, version_of(&base), &changed(&base, 0, "one by Ada")));
    let mut block = base["blocks"][0].clone();
    block["body"] = json!("one by Ben");
    let beacon =
        json!({ "base_version": version_of(&base), "changed": [block, new("tab", "last words")], "removed": [] });
    assert_eq!(page.ben.write("POST", &path(page.id), &beacon).status, 204);
    assert_eq!(page.bodies(), ["one by Ada", "two"]);
    let now = read(&page.ben, page.id);
    let draft = &now["recoverable_draft"];
    assert_eq!((&draft["origin"], &draft["base_version"]), (&json!("beacon"), &json!(version_of(&base))));
    assert_eq!(
        (&draft["blocks"][0]["body"], &draft["blocks"][1]["body"]),
        (&json!("one by Ben"), &json!("last words"))
    );
    // Dismissed: the document is sent as it is.
    let body = json!({ "base_version": version_of(&now), "blocks": now["blocks"], "draft_id": draft["id"] });
    let dismissed = good(&page.ben.write("PUT", &path(page.id), &body));
    assert_eq!(
        (&dismissed["document_version"], &dismissed["recoverable_draft"]),
        (&now["document_version"], &json!(null))
    );
    assert_eq!(read(&page.ben, page.id)["recoverable_draft"], json!(null));
}

#[test]
fn a_closing_tab_that_is_refused_leaves_a_draft() {
    let mut page = Page::with(&["one"]);
    let base = page.read();
    let image = json!({ "id": null, "key": "i", "kind": "image", "body": "", "attrs": { "upload_id": 999_999_999 } });
    let beacon =
        json!({ "base_version": version_of(&base), "changed": [new("tab", "last words"), image], "removed": [] });
    refused(&page.ada.write("POST", &path(page.id), &beacon), 422, "unknown_upload", None);
    let now = page.read();
    assert_eq!((&now["blocks"], &now["recoverable_draft"]["origin"]), (&base["blocks"], &json!("beacon")));
    assert_eq!(now["recoverable_draft"]["blocks"][0]["body"], json!("last words"));
}

#[test]
fn a_closing_tab_is_heard_behind_a_proxy_that_renames_the_host() {
    let mut environment = app_store_environment("beacon_behind_a_proxy").expect("a store");
    environment.push(("QUARRY__SERVER__PUBLIC_URL".to_owned(), "https://quarry.example/".to_owned()));
    let proxied = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let ada = Person::new(&proxied, "Ada");
    let theirs = page_in(&proxied, space_of(&proxied, std::slice::from_ref(&ada)));
    let (page, ada) = (Page::new(), ada.browser(&proxied));
    let send = |server: &Server, page: i64, cookie: &str, sent_by: &[(&str, &str)]| {
        let beacon = json!({ "base_version": 0, "changed": [new("tab", "last words")], "removed": [] });
        let headers = [sent_by, &[("content-type", "application/json"), ("cookie", cookie)]].concat();
        server.send_body("POST", &path(page), &headers, beacon.to_string().as_bytes())
    };
    let public = ("origin", "https://quarry.example");
    // The browser itself says that its page is ours; an older one names the origin, which is known by the configuration alone.
    let heard = send(server(), page.id, &page.ada.cookie, &[public, ("sec-fetch-site", "same-origin")]);
    assert_eq!(heard.status, 204, "{}", heard.text);
    refused(&send(server(), page.id, &page.ada.cookie, &[public]), 422, "invalid_csrf_token", None);
    let heard = send(&proxied, theirs, &ada.cookie, &[public]);
    assert_eq!(heard.status, 204, "{}", heard.text);
}

#[test]
fn a_beacon_of_another_site_or_of_too_many_bytes_changes_nothing() {
    let mut page = Page::with(&["one"]);
    let base = page.read();
    let held = page.held();
    let beacon = json!({ "base_version": version_of(&base), "changed": [], "removed": [base["blocks"][0]["id"]] });
    for foreign in
        [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://else.example")]
    {
        let headers = [("content-type", "application/json"), ("cookie", page.ada.cookie.as_str()), foreign];
        let answer = server().send_body("POST", &path(page.id), &headers, beacon.to_string().as_bytes());
        refused(&answer, 422, "invalid_csrf_token", None);
    }
    let large =
        json!({ "base_version": version_of(&base), "changed": [new("large", &"x".repeat(65_500))], "removed": [] });
    assert_eq!(page.ada.write("POST", &path(page.id), &large).status, 413);
    assert_eq!(page.held(), held);
}
