//! Documents that are not in order: each mistake is named, and nothing is changed by it.

use super::document_support::{Page, blocks, changed, good, new, number, path, save, version_of};
use crate::organizations::house::{execute, server};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

/// A new block of a kind.
fn of_kind(kind: &str, attrs: &Json) -> Json {
    json!({ "id": null, "key": "x", "kind": kind, "body": "", "attrs": attrs })
}

#[test]
fn attributes_are_held_against_the_kind_of_their_block() {
    let mut page = Page::with(&["one"]);
    let base = page.read();
    let hash = format!("0x{}", "ab".repeat(32));
    let sql = "INSERT INTO research_uploads (page_id, space_id, object_key, file_name, media_type, size_bytes, created_at, attached_at)
               SELECT id, space_id, $2, 'chart.png', 'image/png', 10, 1, 1 FROM research_pages WHERE id = $1 RETURNING id AS number";
    let key = Value::Text(format!("uploads/of page {}", page.id));
    let upload = number(server(), sql, &[Value::Int64(page.id), key]);
    let good_ones = [
        of_kind("paragraph", &json!({})),
        of_kind("heading", &json!({ "level": 3 })),
        of_kind("list", &json!({ "ordered": true })),
        of_kind("todo", &json!({ "checked": false })),
        of_kind("quote", &json!({})),
        of_kind("callout", &json!({ "tone": "tip" })),
        of_kind("code", &json!({ "language": "rust" })),
        of_kind("table", &json!({ "alignments": ["left", "none"] })),
        of_kind("divider", &json!({})),
        of_kind("image", &json!({ "upload_id": upload, "alt": null, "caption": "A chart" })),
        of_kind("file", &json!({ "upload_id": upload })),
        of_kind("citation", &json!({ "citation_id": 12 })),
        of_kind("live_value", &json!({ "citation_id": 12, "format": "compact" })),
        of_kind("chart", &json!({ "source": "volume", "period": "daily", "events": true })),
        of_kind("transaction", &json!({ "chain": "ethereum", "hash": hash })),
        of_kind("block", &json!({ "chain": "ethereum", "number": 18_946_480 })),
        of_kind("query", &json!({ "dataset": "swaps", "columns": ["pool"], "filters": { "chain": "ethereum" } })),
    ];
    let held = page.held();
    let wrong_ones = [
        ("blocks.1.attrs", of_kind("paragraph", &json!({ "level": 1 }))),
        ("blocks.1.attrs.level", of_kind("heading", &json!({}))),
        ("blocks.1.attrs.level", of_kind("heading", &json!({ "level": 4 }))),
        ("blocks.1.attrs.ordered", of_kind("list", &json!({ "ordered": "yes" }))),
        ("blocks.1.attrs.checked", of_kind("todo", &json!({ "checked": 1 }))),
        ("blocks.1.attrs.tone", of_kind("callout", &json!({ "tone": "loud" }))),
        ("blocks.1.attrs.language", of_kind("code", &json!({ "language": "r".repeat(41) }))),
        ("blocks.1.attrs.alignments", of_kind("table", &json!({ "alignments": ["middle"] }))),
        ("blocks.1.attrs.upload_id", of_kind("image", &json!({ "alt": "x" }))),
        ("blocks.1.attrs.upload_id", of_kind("file", &json!({ "upload_id": 0 }))),
        ("blocks.1.attrs.citation_id", of_kind("citation", &json!({ "citation_id": "12" }))),
        ("blocks.1.attrs.format", of_kind("live_value", &json!({ "citation_id": 12, "format": "loud" }))),
        ("blocks.1.attrs.source", of_kind("chart", &json!({ "source": "tokens" }))),
        ("blocks.1.attrs.hash", of_kind("transaction", &json!({ "chain": "ethereum", "hash": "0x12" }))),
        ("blocks.1.attrs.number", of_kind("block", &json!({ "chain": "ethereum", "number": -1 }))),
        ("blocks.1.attrs.dataset", of_kind("query", &json!({ "dataset": "prices" }))),
    ];
    for (field, block) in wrong_ones {
        let mut sent = blocks(&base);
        sent.push(block);
        refused(&save(&mut page.ada, page.id, version_of(&base), &json!(sent)), 422, "validation_failed", Some(field));
    }
    let mut sent = blocks(&base);
    sent.push(of_kind("video", &json!({})));
    let answer = save(&mut page.ada, page.id, version_of(&base), &json!(sent));
    refused(&answer, 422, "validation_failed", Some("blocks.1.kind"));
    assert_eq!(page.held(), held);
    let mut all: Vec<Json> = good_ones.to_vec();
    for (at, block) in all.iter_mut().enumerate() {
        block["key"] = json!(format!("kind {at}"));
    }
    let saved = good(&save(&mut page.ada, page.id, version_of(&base), &json!(all)));
    for (stored, sent) in blocks(&saved).iter().zip(&all) {
        assert_eq!((&stored["kind"], &stored["attrs"]), (&sent["kind"], &sent["attrs"]));
    }
}

#[test]
fn a_document_that_is_not_in_order_changes_nothing() {
    let mut page = Page::with(&["one", "two"]);
    let base = page.read();
    let at = version_of(&base);
    let other = Page::with(&["of another page"]);
    let held = page.held();
    let with = |name: &str, value: Json| {
        let mut blocks = blocks(&base);
        blocks[1][name] = value;
        json!(blocks)
    };
    let and = |block: Json| {
        let mut blocks = blocks(&base);
        blocks.push(block);
        json!(blocks)
    };
    let mut keyless = new("k", "x");
    keyless["key"] = json!(null);
    let many: Vec<Json> = (0..2_001).map(|number| new(&format!("m{number}"), "x")).collect();
    let heavy: Vec<Json> = (0..17).map(|number| new(&format!("h{number}"), &"x".repeat(65_000))).collect();
    let nobodys = with("id", json!(999_999_999));
    let mut refused_ones = vec![
        (at + 1, base["blocks"].clone(), "base_version"),
        (at, with("version", json!(9)), "blocks.1.version"),
        (at, with("version", json!(null)), "blocks.1.version"),
        (at, with("id", base["blocks"][0]["id"].clone()), "blocks.1.id"),
        (at, nobodys, "blocks.1.id"),
        (at, and(keyless), "blocks.2.key"),
        (at, json!([new("same", "x"), new("same", "y")]), "blocks.1.key"),
        (at, json!(many), "blocks"),
        (at, json!(heavy), "blocks"),
        (at, and(new("long", &"x".repeat(65 << 10))), "blocks.2.body"),
        // Within the bound of characters, and over that of bytes.
        (at, and(new("long", &"é".repeat(40_000))), "blocks.2.body"),
    ];
    let mut foreign = blocks(&other.read());
    foreign[0]["version"] = json!(1);
    refused_ones.push((at, and(foreign.remove(0)), "blocks.2.id"));
    for (version, blocks, field) in refused_ones {
        refused(&save(&mut page.ada, page.id, version, &blocks), 422, "validation_failed", Some(field));
    }
    assert_eq!(page.held(), held);
    assert_eq!(other.bodies(), ["of another page"]);
    // As long as a body may be, to the byte, whatever attributes stand beside it.
    let longest = "x".repeat(65_536);
    let code =
        json!({ "id": null, "key": "longest code", "kind": "code", "body": longest, "attrs": { "language": "rust" } });
    let saved = good(&save(&mut page.ada, page.id, at, &json!([new("longest", &longest), code])));
    assert!(blocks(&saved).iter().all(|block| block["body"] == json!(longest)), "a body lost something");
    let over = json!([new("longer", &"x".repeat(65_537))]);
    refused(&save(&mut page.ada, page.id, version_of(&saved), &over), 422, "validation_failed", Some("blocks.0.body"));
}

#[test]
fn a_page_that_is_full_takes_no_more_from_a_merge() {
    let mut page = Page::new();
    let many: Vec<Json> = (0..1_999).map(|number| new(&format!("m{number}"), "x")).collect();
    let base = good(&save(&mut page.ada, page.id, 0, &json!(many)));
    let with = |key: &str| {
        let mut blocks = blocks(&base);
        blocks.push(new(key, key));
        json!(blocks)
    };
    good(&save(&mut page.ada, page.id, version_of(&base), &with("last")));
    let held = page.held();
    refused(&save(&mut page.ben, page.id, version_of(&base), &with("over")), 422, "validation_failed", Some("blocks"));
    assert_eq!(page.held(), held);
}

#[test]
fn a_page_in_the_trash_takes_no_write() {
    let mut page = Page::with(&["one"]);
    let base = page.read();
    let at = version_of(&base);
    let versions = page.ada.get(&format!("/session/research/pages/{}/history", page.id)).json();
    let version = versions["versions"][0]["id"].to_string();
    execute(server(), "UPDATE research_pages SET trashed_at = 1 WHERE id = $1", &[Value::Int64(page.id)]);
    let held = page.held();
    let id = page.id;
    refused(&save(&mut page.ada, id, at, &changed(&base, 0, "late")), 409, "page_in_trash", None);
    let beacon = json!({ "base_version": at, "changed": [], "removed": [base["blocks"][0]["id"]] });
    refused(&page.ada.write("POST", &path(id), &beacon), 409, "page_in_trash", None);
    let restore = format!("/session/research/pages/{id}/page-versions/{version}/restore");
    refused(&page.ada.write("POST", &restore, &json!({})), 409, "page_in_trash", None);
    assert_eq!(page.held(), held);
}
