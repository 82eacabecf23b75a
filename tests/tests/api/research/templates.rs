//! Templates: a page of one begins with its blocks, as they were when it was saved.

use super::document_support::number;
use super::support::{Desk, Seat};
use crate::organizations::house::{execute, server};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

/// Kind, body and attributes of the blocks of a page.
fn blocks(seat: &Seat, page: &Json) -> Vec<Json> {
    let seen = seat.read(&format!("/session/research/pages/{page}"));
    let blocks = seen["blocks"].as_array().expect("blocks").iter();
    blocks.map(|block| json!([block["position"], block["kind"], block["body"], block["attrs"]])).collect()
}

#[test]
fn a_page_of_a_template_begins_with_the_blocks_as_they_were() {
    let mut desk = Desk::new();
    let (project, page, [heading, _]) = desk.page_with_blocks();
    let before = blocks(&desk.editor, &json!(page));
    let path = format!("/session/research/pages/{page}/templates");
    let template = desk.editor.does("POST", &path, &json!({ "name": "Report" }));
    assert_eq!((&template["block_count"], &template["created_by"]["name"]), (&json!(2), &json!("Edith")), "{template}");
    execute(server(), "DELETE FROM research_blocks WHERE id = $1", &[Value::Int64(heading)]);
    let new = json!({ "title": "Liquidations of April", "template_id": template["id"] });
    let made = desk.editor.does("POST", &format!("/session/research/projects/{project}/pages"), &new);
    assert_eq!(made["from_template"], json!(true), "{made}");
    assert_eq!(blocks(&desk.viewer, &made["id"]), before);
    let shown = json!([template]);
    assert_eq!(desk.viewer.read(&format!("/session/research/projects/{project}"))["templates"], shown);
    assert_eq!(desk.owner.read("/session/research")["templates"], shown);
}

/// A file belongs to the page for which it was sent: a copy of its block could never be saved.
#[test]
fn a_page_of_a_template_with_an_image_can_be_saved() {
    let mut desk = Desk::new();
    let (project, page, _) = desk.page_with_blocks();
    let sql = "INSERT INTO research_uploads (page_id, space_id, object_key, file_name, media_type, size_bytes, created_at, attached_at)
               SELECT id, space_id, $2, 'chart.png', 'image/png', 10, 1, 1 FROM research_pages WHERE id = $1 RETURNING id AS number";
    let key = Value::Text(format!("uploads/of template {page}"));
    let upload = number(server(), sql, &[Value::Int64(page), key]);
    let path = format!("/session/research/pages/{page}/document");
    let document = desk.editor.read(&path);
    let mut blocks = document["blocks"].as_array().expect("blocks").clone();
    blocks.push(json!({ "key": "image", "kind": "image", "body": "", "attrs": { "upload_id": upload } }));
    let saved = json!({ "base_version": document["document_version"], "blocks": blocks });
    assert_eq!(desk.editor.does("PUT", &path, &saved)["blocks"].as_array().map(Vec::len), Some(3));
    let template =
        desk.editor.does("POST", &format!("/session/research/pages/{page}/templates"), &json!({ "name": "Report" }));
    let new = json!({ "title": "Liquidations of April", "template_id": template["id"] });
    let made = desk.editor.does("POST", &format!("/session/research/projects/{project}/pages"), &new);
    let path = format!("/session/research/pages/{}/document", made["id"]);
    let document = desk.editor.read(&path);
    let again = json!({ "base_version": document["document_version"], "blocks": document["blocks"] });
    assert_eq!(desk.editor.does("PUT", &path, &again)["blocks"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_template_of_another_space_or_of_an_empty_page_is_refused() {
    let mut desk = Desk::new();
    let mut other = Desk::new();
    let (project, _, _) = desk.page_with_blocks();
    let (elsewhere, page, _) = other.page_with_blocks();
    let template =
        other.editor.does("POST", &format!("/session/research/pages/{page}/templates"), &json!({ "name": "Report" }));
    let new = json!({ "title": "Mine", "template_id": template["id"] });
    let made = desk.editor.write("POST", &format!("/session/research/projects/{project}/pages"), &new);
    refused(&made, 422, "validation_failed", Some("template_id"));
    let empty = other.page(elsewhere, "Empty");
    let path = format!("/session/research/pages/{empty}/templates");
    refused(&other.editor.write("POST", &path, &json!({ "name": "Report" })), 422, "page_without_blocks", None);
}
