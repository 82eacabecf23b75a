//! Pages that leave as Markdown, HTML, JSON and bundles.

use super::document_support::{Page, blocks, good, new, save, version_of};
use super::support::Seat;
use crate::account_support::eventually;
use crate::data::exports::bytes_at;
use crate::organizations::house::{in_store, server};
use crate::spaces::{add, shared};
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

pub(super) const GIF: &[u8] = b"GIF89a....";
const HASH: &str = "0x00000000000000000000000000000000000000000000000000000000c17a7104";

fn export_path(page: i64, format: &str) -> String {
    format!("/session/research/pages/{page}/export?format={format}")
}

#[track_caller]
pub(super) fn exported(browser: &Browser<'_>, page: i64, format: &str) -> String {
    let answer = browser.get(&export_path(page, format));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.text
}

pub(super) fn import(browser: &mut Browser<'_>, page: i64, body: &Json) -> Answer {
    browser.write("POST", &format!("/session/research/pages/{page}/import"), body)
}

/// A file that was signed and sent for a page.
pub(super) fn upload(browser: &mut Browser<'_>, page: i64, name: &str, media_type: &str, bytes: &[u8]) -> i64 {
    let file = json!({ "file_name": name, "media_type": media_type, "size_bytes": bytes.len() });
    let signed = good(&browser.write("POST", &format!("/session/research/pages/{page}/uploads"), &file));
    let url = signed["url"].as_str().expect("a link").strip_prefix("/api/v1").expect("below the base path");
    assert_eq!(server().send_body("PUT", url, &[("content-type", media_type)], bytes).status, 204);
    signed["id"].as_i64().expect("an id")
}

/// A block of every kind, with a picture and a file of the page.
fn every_kind(picture: i64, file: i64) -> Json {
    let blocks = [
        ("heading", "What happened", json!({ "level": 2 })),
        ("paragraph", "In *March* {{derived:999999999}} accounts, see [them](https://a.example).[^1]", json!({})),
        ("paragraph", "", json!({})),
        ("paragraph", "[^1]: By the sample chain.", json!({})),
        ("list", "- one\n  - nested\n- two", json!({})),
        ("list", "1. one\n2. two", json!({ "ordered": true })),
        ("todo", "look again", json!({ "checked": true })),
        ("todo", "write", json!({})),
        ("quote", "A figure\n\nwithout", json!({})),
        ("callout", "Mind the gap.", json!({ "tone": "warning" })),
        ("code", "select 1\n```", json!({ "language": "sql" })),
        ("table", "| a | b |\n|:--|--:|\n| 1 | 2 |", json!({ "alignments": ["left", "right"] })),
        ("divider", "", json!({})),
        ("image", "", json!({ "upload_id": picture, "alt": "The [harbour]", "caption": "At \"night\"" })),
        ("file", "", json!({ "upload_id": file })),
        ("citation", "", json!({ "citation_id": 999_999_999, "caption": "c" })),
        ("live_value", "why", json!({ "citation_id": 999_999_999, "format": "grouped" })),
        ("chart", "", json!({ "source": "prices", "pool": "0x1111111111111111111111111111111111111111" })),
        ("transaction", "", json!({ "chain": "ethereum", "hash": HASH, "snapshot": { "value": 1.5 } })),
        ("block", "note\r\nit", json!({ "chain": "ethereum", "number": 7 })),
        ("query", "", json!({ "dataset": "swaps", "columns": ["a"], "filters": { "pool": "x" } })),
    ];
    let block = |(place, (kind, body, attrs)): (usize, &(&str, &str, Json))| json!({ "id": null, "key": format!("k{place}"), "kind": kind, "body": body, "attrs": attrs });
    json!(blocks.iter().enumerate().map(block).collect::<Vec<_>>())
}

/// The entries of an archive, by its directory and by what stands in front of each, which must say the same.
fn entries(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let number = |place: usize, bytes: usize| {
        archive[place..place + bytes].iter().rev().fold(0_usize, |number, byte| number << 8 | usize::from(*byte))
    };
    let end = archive.len() - 22;
    assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
    let (mut place, mut found) = (number(end + 16, 4), BTreeMap::new());
    for _ in 0..number(end + 10, 2) {
        assert_eq!(&archive[place..place + 4], b"PK\x01\x02");
        let (size, length, start) = (number(place + 24, 4), number(place + 28, 2), number(place + 42, 4));
        let name = String::from_utf8(archive[place + 46..place + 46 + length].to_vec()).expect("a name");
        assert_eq!(&archive[start..start + 4], b"PK\x03\x04");
        assert_eq!(archive[start + 4..start + 30], archive[place + 6..place + 32], "{name}");
        let bytes = archive[start + 30 + length..start + 30 + length + size].to_vec();
        assert_eq!(number(place + 16, 4), usize::try_from(flate_checksum(&bytes)).expect("32 bits"), "{name}");
        found.insert(name, bytes);
        place += 46 + length;
    }
    found
}

fn flate_checksum(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

fn archive(browser: &Browser<'_>, page: i64) -> BTreeMap<String, Vec<u8>> {
    let path = format!("/api/v1{}", export_path(page, "zip"));
    let (status, bytes) = bytes_at(server(), &path, &[("cookie", browser.cookie.as_str())]);
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&bytes));
    entries(&bytes)
}

#[test]
fn a_page_with_every_kind_comes_back_from_its_own_markdown_with_the_same_bytes() {
    let mut page = Page::new();
    let picture = upload(&mut page.ada, page.id, "harbour «März».gif", "image/gif", GIF);
    let file = upload(&mut page.ada, page.id, "a(b).csv", "text/csv", b"a,b\n");
    good(&save(&mut page.ada, page.id, 0, &every_kind(picture, file)));
    let before = page.read();
    let first = exported(&page.ada, page.id, "markdown");
    assert!(!first.contains("<!--"), "{first}");
    // Behind itself, and in its own place.
    let replaced = json!({ "markdown": first, "mode": "replace", "base_version": 1 });
    let answer = good(&import(&mut page.ada, page.id, &replaced));
    assert_eq!(exported(&page.ada, page.id, "markdown"), first);
    let content = |document: &Json| -> Vec<Json> {
        blocks(document).iter().map(|block| json!([block["id"], block["kind"], block["body"]])).collect()
    };
    assert_eq!(content(&page.read()), content(&before), "blocks that stay keep their ids");
    let said: Vec<&str> =
        answer["not_kept"].as_array().expect("a list").iter().filter_map(|note| note["what"].as_str()).collect();
    assert_eq!(said, ["citation 999999999"; 3], "{answer}");
    let again = good(&import(&mut page.ada, page.id, &json!({ "markdown": first })));
    assert_eq!(again["imported"], json!(blocks(&before).len()));
    assert_eq!(exported(&page.ada, page.id, "markdown"), format!("{first}\n{first}"));
}

#[test]
fn a_bundle_has_the_page_in_three_forms_its_files_and_its_cited_values() {
    let mut page = Page::new();
    let picture = upload(&mut page.ada, page.id, "harbour «März».gif", "image/gif", GIF);
    let figure = json!({ "dataset": "liquidations", "aggregate": "count", "chain": "ethereum" });
    let cited = good(&page.ada.write("POST", &format!("/session/research/pages/{}/derive", page.id), &figure));
    let base = version_of(&page.read());
    let mut all = blocks(&page.read());
    all.push(json!({ "id": null, "key": "i", "kind": "image", "body": "", "attrs": { "upload_id": picture, "alt": "At night" } }));
    good(&save(&mut page.ada, page.id, base, &json!(all)));
    let bundle = archive(&page.ada, page.id);
    let file = format!("files/{picture}/harbour «März».gif");
    let names: Vec<&str> = bundle.keys().map(String::as_str).collect();
    assert_eq!(names, ["citations.json", file.as_str(), "page.html", "page.json", "page.md"], "{cited}");
    assert_eq!(bundle[&file], GIF);
    let text = |name: &str| String::from_utf8(bundle[name].clone()).expect("text");
    assert_eq!(text("page.md"), exported(&page.ada, page.id, "markdown"));
    let link = format!("files/{picture}/harbour%20%C2%ABM%C3%A4rz%C2%BB.gif");
    assert!(text("page.md").contains(&format!("![At night]({link})")), "{}", text("page.md"));
    assert!(text("page.html").contains(&format!("<img src=\"{link}\" alt=\"At night\">")), "{}", text("page.html"));
    let citations: Json = serde_json::from_slice(&bundle["citations.json"]).expect("JSON");
    let citation = &citations["citations"][0];
    assert_eq!((&citation["value"], &citation["verification_state"]), (&json!("0"), &json!("verified")), "{citations}");
    assert_eq!(
        citation["hash"].as_str().and_then(|hash| hash.strip_prefix("0x")).map(str::len),
        Some(64),
        "{citations}"
    );
    let document: Json = serde_json::from_slice(&bundle["page.json"]).expect("JSON");
    assert_eq!(document["blocks"], page.read()["blocks"]);
    assert_eq!(document["files"][0]["in_bundle"], json!(true));
    // Alone, the document has the picture within it.
    assert!(exported(&page.ada, page.id, "html").contains("<img src=\"data:image/gif;base64,R0lGODlhLi4uLg==\""));
    let answer = page.ada.get(&export_path(page.id, "markdown"));
    assert_eq!(answer.header("content-type"), "text/markdown");
    assert_eq!(answer.header("content-disposition"), "attachment; filename*=UTF-8''Liquidations%20of%20March.md");
}

#[test]
fn a_bundle_with_large_files_is_made_by_a_job_and_fetched_at_the_same_place() {
    let mut page = Page::new();
    let rows = "a,b\n".repeat((17 << 20) / 4);
    let file = upload(&mut page.ada, page.id, "rows.csv", "text/csv", rows.as_bytes());
    let block = json!([{ "id": null, "key": "f", "kind": "file", "body": "", "attrs": { "upload_id": file } }]);
    good(&save(&mut page.ada, page.id, 0, &block));
    let first = page.ada.get(&export_path(page.id, "zip"));
    assert_eq!((first.status, first.code().as_str()), (409, "bundle_in_preparation"), "{}", first.text);
    let path = format!("/api/v1{}", export_path(page.id, "zip"));
    let mut bundle = Vec::new();
    eventually("the bundle is made", || {
        let (status, bytes) = bytes_at(server(), &path, &[("cookie", page.ada.cookie.as_str())]);
        assert!(matches!(status, 200 | 409), "{status}");
        bundle = bytes;
        status == 200
    });
    assert!(entries(&bundle)[&format!("files/{file}/rows.csv")] == rows.as_bytes(), "the file has other bytes");
}

#[test]
fn an_exported_document_with_hostile_texts_runs_nothing_and_loads_nothing() {
    let mut page = Page::new();
    let hostile = "<script>alert(1)</script><img src=https://evil.example/a.png onerror=alert(1)> ![x](https://evil.example/b.png) \
                   [y](javascript:alert(1)) <iframe src=//evil.example></iframe><style>@import '//evil.example'</style>";
    let kinds = [
        ("paragraph", json!({})),
        ("heading", json!({ "level": 1 })),
        ("quote", json!({})),
        ("todo", json!({})),
        ("callout", json!({})),
        ("code", json!({ "language": "\"><script>" })),
        ("divider", json!({})),
        ("citation", json!({ "citation_id": 1, "caption": hostile })),
        ("chart", json!({ "source": "prices", "protocol": "\"><script>x</script>", "caption": hostile })),
        ("query", json!({ "dataset": "swaps", "filters": { "<script>": hostile } })),
        ("transaction", json!({ "chain": "</code><script>", "hash": HASH })),
    ];
    let block = |(place, (kind, attrs)): (usize, &(&str, Json))| json!({ "id": null, "key": format!("k{place}"), "kind": kind, "body": hostile, "attrs": attrs });
    good(&save(&mut page.ada, page.id, 0, &json!(kinds.iter().enumerate().map(block).collect::<Vec<_>>())));
    let title = json!({ "title": "</title><script>alert(1)</script>" });
    good(&page.ada.write("PATCH", &format!("/session/research/pages/{}", page.id), &title));
    let html = exported(&page.ada, page.id, "html");
    assert!(html.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "), "{html}");
    assert!(!html.contains("script-src"), "{html}");
    let lower = html.to_lowercase();
    let tags: Vec<&str> =
        lower.match_indices('<').map(|(place, _)| lower[place + 1..].split(['>', ' ']).next().unwrap_or("")).collect();
    let allowed = [
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
        "pre",
        "code",
        "hr",
        "figure",
        "figcaption",
        "data",
    ];
    for tag in tags {
        assert!(allowed.contains(&tag.trim_start_matches('/').trim_end()), "<{tag}> in {html}");
    }
    // Texts may say `src=`; the tags above are all that there are, and their attributes stand between quotes.
    for attribute in [" src=\"", " onerror=\"", " href=\"javascript", " style=\""] {
        assert!(!lower.contains(attribute), "{attribute} in {html}");
    }
    let links = lower.matches("href=\"https://evil.example/b.png\"").count();
    assert!(links > 0, "a picture elsewhere is a link: {html}");
}

#[test]
fn a_key_for_exports_downloads_the_bundle_as_its_member_and_no_other_page() {
    let mut ada = Seat::new("Ada");
    let space = shared(&mut ada.browser, "Quay");
    let page = super::page_in(server(), space);
    good(&save(&mut ada.browser, page, 0, &json!([new("a", "one")])));
    let key = ada.key(&["exports"]);
    let path = format!("/research/pages/{page}/export");
    let send = |path: &str, key: &str| server().send("POST", path, &[("authorization", key)]);
    let markdown = send(&format!("{path}?format=markdown"), &key);
    assert_eq!((markdown.status, markdown.text.as_str()), (200, "one\n"));
    let post = bounded::agent().post(format!("{}/api/v1{path}", server().base_url));
    let bundle = post.header("authorization", &key).send_empty();
    let bundle = bundle.expect("an answer").body_mut().read_to_vec().expect("a whole body");
    assert_eq!(entries(&bundle)["page.md"], b"one\n");
    // Not with another scope, and not of a space in which the member is not.
    let reading = ada.key(&["read"]);
    assert_eq!(send(&path, &reading).status, 403);
    let mut ben = Seat::new("Ben");
    let theirs = super::page_in(server(), shared(&mut ben.browser, "Elsewhere"));
    assert_eq!(send(&format!("/research/pages/{theirs}/export"), &key).status, 404);
    add(&mut ben.browser, in_space(theirs), &ada.person, "viewer");
    assert_eq!(send(&format!("/research/pages/{theirs}/export?format=json"), &key).status, 200);
}

fn in_space(page: i64) -> i64 {
    in_store(server(), async |store| {
        let rows =
            store.query("SELECT space_id AS number FROM research_pages WHERE id = $1", &[Value::Int64(page)]).await?;
        Ok(quarry::stores::app::Row::all(&rows).next().expect("a row").integer("number")?)
    })
}
