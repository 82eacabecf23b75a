//! What is saved is found at once, by whichever way it was written; what is gone is not.

use super::{found, found_ids};
use crate::account_support::eventually;
use crate::organizations::house::{execute, server};
use crate::research::support::{Desk, count, run_job};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

fn document(page: i64) -> String {
    format!("/session/research/pages/{page}/document")
}

fn new(key: &str, body: &str) -> Json {
    json!({ "id": null, "key": key, "kind": "paragraph", "body": body, "attrs": {} })
}

#[test]
fn each_way_of_writing_a_block_is_found_and_what_it_replaced_is_not() {
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Lending"), "A page");
    let first = json!({ "base_version": 0, "blocks": [new("a", "zebra one"), new("b", "yonder two")] });
    let saved = desk.editor.does("PUT", &document(page), &first);
    let [zebra, yonder] = [0, 1].map(|at| saved["blocks"][at]["id"].as_i64().expect("an id"));
    assert_eq!(found(&desk.viewer, "zebra")[0].1, Some(zebra));
    let mut changed = saved["blocks"][0].clone();
    changed["body"] = json!("xylophone one");
    let beacon = json!({ "base_version": 1, "changed": [changed], "removed": [yonder] });
    desk.editor.does("POST", &document(page), &beacon);
    assert!(found(&desk.viewer, "zebra").is_empty() && found(&desk.viewer, "yonder").is_empty());
    assert_eq!(found(&desk.viewer, "xylo")[0].1, Some(zebra));
    let key = desk.editor.key(&["read", "research:write"]);
    let appended = json!({ "kind": "quote", "body": "walrus three" });
    let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
    let path = format!("/research/pages/{page}/blocks");
    let answer = server().send_body("POST", &path, &headers, appended.to_string().as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(found_ids(&desk.viewer, "walrus one"), [page], "words in two blocks");
    let history = desk.editor.read(&format!("/session/research/pages/{page}/history"));
    let gone = history["block_versions"].as_array().expect("versions").iter();
    let mut gone = gone.filter(|version| version["block_id"] == yonder).map(|version| version["id"].clone());
    let gone = gone.next_back().expect("the removed block is kept");
    desk.editor.does("PATCH", &format!("/session/research/pages/{page}/versions/{gone}/restore"), &json!({}));
    assert_eq!(found_ids(&desk.viewer, "yonder"), [page]);
    let template =
        desk.editor.does("POST", &format!("/session/research/pages/{page}/templates"), &json!({ "name": "T" }));
    let other = desk.project("Other");
    let new = json!({ "title": "Made of it", "template_id": template["id"] });
    let made = desk.editor.does("POST", &format!("/session/research/projects/{other}/pages"), &new);
    let made = made["id"].as_i64().expect("an id");
    let mut both = found_ids(&desk.viewer, "walrus");
    both.sort_unstable();
    assert_eq!(both, [page, made]);
    assert_eq!(found_ids(&desk.viewer, "made"), [made]);
}

#[test]
fn titles_findings_and_tags_are_found_and_trash_is_not() {
    let mut desk = Desk::new();
    let project = desk.project("Lending");
    let new = json!({ "title": "Vulture", "finding": "It is an <ibis>.", "tags": ["heron bird"] });
    let page = desk.editor.does("POST", &format!("/session/research/projects/{project}/pages"), &new)["id"].clone();
    let page = page.as_i64().expect("an id");
    let path = format!("/session/research/pages/{page}");
    for word in ["vulture", "ibis", "heron"] {
        let hit = found(&desk.viewer, word).remove(0);
        assert_eq!((hit.0, hit.1), (page, None), "{word}");
    }
    assert_eq!(found(&desk.viewer, "ibis")[0].2, "It is an &lt;<mark>ibis</mark>&gt;.");
    desk.editor.does("PATCH", &path, &json!({ "title": "Kestrel", "finding": null, "tags": [] }));
    for word in ["vulture", "ibis", "heron"] {
        assert!(found(&desk.viewer, word).is_empty(), "{word}");
    }
    assert_eq!(found_ids(&desk.viewer, "kestrel"), [page]);
    desk.owner.does("DELETE", &path, &json!({}));
    assert!(found(&desk.owner, "kestrel").is_empty());
    desk.owner.does("PATCH", &format!("{path}/restore"), &json!({}));
    assert_eq!(found_ids(&desk.owner, "kestrel"), [page]);
    desk.owner.does("DELETE", &format!("/session/research/projects/{project}"), &json!({}));
    assert!(found(&desk.owner, "kestrel").is_empty());
}

#[test]
fn a_page_that_is_put_in_whole_is_found_within_seconds_and_divided_anew_with_new_rules() {
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Lending"), "A page");
    let body = |number: usize| (0..100).map(|word| format!("word{number}x{word} ")).collect::<String>();
    let blocks: Vec<Json> = (0..120).map(|number| new(&format!("k{number}"), &body(number))).collect();
    desk.editor.does("PUT", &document(page), &json!({ "base_version": 0, "blocks": blocks }));
    assert_eq!(found_ids(&desk.viewer, "word3x77"), [page], "what a save writes itself");
    eventually("the job writes the rest", || found_ids(&desk.viewer, "word119x99") == [page]);
    let terms = || count(&format!("research_terms WHERE page_id = {page} AND field = 'body'"));
    assert_eq!(terms(), 120 * 100);
    execute(server(), "UPDATE research_blocks SET indexed_as = 1 WHERE page_id = $1", &[Value::Int64(page)]);
    execute(server(), "DELETE FROM research_terms WHERE page_id = $1 AND term < 'word5'", &[Value::Int64(page)]);
    run_job("research", "index_pages", &json!({}));
    assert_eq!((terms(), found_ids(&desk.viewer, "word3x77")), (120 * 100, vec![page]));
}

#[test]
fn words_of_many_blocks_that_are_removed_at_once_go_soon_after() {
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Lending"), "A page");
    let body = |number: usize| format!("removed{number} ").repeat(100);
    let blocks: Vec<Json> = (0..150).map(|number| new(&format!("k{number}"), &body(number))).collect();
    let made = desk.editor.does("PUT", &document(page), &json!({ "base_version": 0, "blocks": blocks }));
    eventually("all blocks are found", || found_ids(&desk.viewer, "removed149") == [page]);
    let kept = json!({ "base_version": 1, "blocks": [made["blocks"][0]] });
    desk.editor.does("PUT", &document(page), &kept);
    let terms = || count(&format!("research_terms WHERE page_id = {page} AND field = 'body'"));
    eventually("the job takes the others out", || terms() == 1);
    assert_eq!(found_ids(&desk.viewer, "removed0"), [page]);
    assert!(found(&desk.viewer, "removed149").is_empty());
}
