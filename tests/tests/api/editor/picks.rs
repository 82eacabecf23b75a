//! What `@` and `[[` list: only what lies in the page's own space, and the best matches first.

use super::{Desk, MADE_AT, good, integer, join, page, project, stored, text};
use crate::organizations::house::{Person, execute};
use crate::spaces::refused;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

fn labels(answer: &Json) -> Vec<&str> {
    answer["items"].as_array().expect("items").iter().map(|item| item["label"].as_str().expect("a label")).collect()
}

#[test]
fn people_and_pages_of_other_spaces_are_never_listed() {
    let (desk, other) = (Desk::new(), Desk::new());
    join(desk.space, &Person::new(shared(), "Vera"), "viewer");
    join(other.space, &Person::new(shared(), "Verena"), "viewer");
    let people = good(&desk.get("pick?kind=person&q=VER"), 200);
    assert_eq!(people["items"].as_array().expect("items").len(), 1, "{people}");
    assert_eq!((&people["items"][0]["label"], &people["items"][0]["detail"]), (&json!("Vera"), &json!("viewer")));
    let everybody = good(&desk.get("pick?kind=person"), 200);
    assert_eq!(labels(&everybody), ["Edith", "Vera"]);
    assert_eq!(everybody["items"][0]["id"], json!(desk.editor.id));

    page(desk.space, desk.project, "Liquidations of March");
    page(desk.space, desk.project, "More liquidations");
    page(other.space, other.project, "Liquidations elsewhere");
    let trashed = page(desk.space, desk.project, "Liquidations in the trash");
    execute(shared(), "UPDATE research_pages SET trashed_at = $1 WHERE id = $2", &[integer(MADE_AT), integer(trashed)]);
    let gone = project(desk.space, "Gone");
    page(desk.space, gone, "Liquidations of a project in the trash");
    execute(shared(), "UPDATE research_projects SET trashed_at = $1 WHERE id = $2", &[integer(MADE_AT), integer(gone)]);
    let pages = good(&desk.get("pick?kind=page&q=liqui"), 200);
    assert_eq!(labels(&pages), ["Liquidations of March", "More liquidations"], "the beginning of a title comes first");
    assert_eq!(pages["items"][0]["detail"], "Lending");
}

#[test]
fn wildcards_are_letters_and_a_list_is_short() {
    let desk = Desk::new();
    for title in ["100% of it", "a_b", "aXb", "wow!"] {
        page(desk.space, desk.project, title);
    }
    page(desk.space, desk.project, "\u{dc}ber H\u{e4}fen");
    for (typed, expected) in
        [("100%25", "100% of it"), ("_", "a_b"), ("!", "wow!"), ("%C3%9CBER+H", "\u{dc}ber H\u{e4}fen")]
    {
        assert_eq!(labels(&good(&desk.get(&format!("pick?kind=page&q={typed}")), 200)), [expected], "{typed}");
    }
    for number in 0..25 {
        page(desk.space, desk.project, &format!("Many {number}"));
    }
    assert_eq!(labels(&good(&desk.get("pick?kind=page&q=many"), 200)).len(), 20);
    assert_eq!(labels(&good(&desk.get("pick?kind=page"), 200)).len(), 20);
    assert_eq!(desk.get("pick?kind=folder").status, 422);
    assert_eq!(desk.get("pick").status, 422);
    assert_eq!(desk.get(&format!("pick?kind=page&q={}", "a".repeat(101))).status, 422);
}

#[test]
fn citations_and_saved_copies_of_the_space_can_be_picked() {
    let (mut desk, mut other) = (Desk::new(), Desk::new());
    let figure = |label: &str| json!({ "dataset": "liquidations", "aggregate": "count", "label": label });
    let own = good(&desk.post("derive", &figure("Liquidations so far")), 201);
    good(&other.post("derive", &figure("Liquidations elsewhere")), 201);
    let picked = good(&desk.get("pick?kind=citation&q=so+far"), 200);
    assert_eq!(picked["items"][0]["id"], own["citation"]["id"], "{picked}");
    assert_eq!(picked["items"][0]["detail"], own["citation"]["value"]);
    assert_eq!(labels(&good(&desk.get("pick?kind=citation&q=liqui"), 200)), ["Liquidations so far"]);
    for desk in [&desk, &other] {
        let sql = "INSERT INTO saved_items (page_id, space_id, kind, chain_id, hash, block_number, block_hash, decoder_version, snapshot,
                       created_at, updated_at)
                   VALUES ($1, $2, 'transaction', 1, $3, 7, '0x07', 1, '{}', $4, $4)";
        let hash = format!("0xabc{:061x}", desk.space);
        execute(shared(), sql, &[integer(desk.page), integer(desk.space), text(&hash), integer(MADE_AT)]);
    }
    let copies = good(&desk.get("pick?kind=saved_copy&q=0xABC"), 200);
    assert_eq!(labels(&copies), [format!("0xabc{:061x}", desk.space)]);
}

#[test]
fn a_page_that_is_made_from_the_picker_lies_beside_the_one_on_which_it_was_typed() {
    let mut desk = Desk::new();
    let made = good(&desk.post("pick", &json!({ "title": "  Liquidations of April " })), 201);
    assert_eq!(
        (&made["title"], &made["project"]["id"], &made["folder_id"]),
        (&json!("Liquidations of April"), &json!(desk.project), &json!(desk.folder))
    );
    let id = made["id"].as_i64().expect("an id");
    let sql = "SELECT count(*) AS number FROM research_pages WHERE id = $1 AND space_id = $2 AND status = 'draft'
               AND document_version = 0 AND created_by_user_id = $3";
    assert_eq!(stored(sql, &[integer(id), integer(desk.space), integer(desk.editor.id)]), 1);
    assert_eq!(good(&desk.get("pick?kind=page&q=april"), 200)["items"][0]["id"], json!(id));
    for title in ["", "   "] {
        refused(&desk.post("pick", &json!({ "title": title })), 422, "validation_failed", Some("title"));
    }
    refused(&desk.post("pick", &json!({ "title": "a".repeat(201) })), 422, "validation_failed", Some("title"));
}
