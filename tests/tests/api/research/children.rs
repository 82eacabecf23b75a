//! What belongs to another page, or to another project, of a space in which one may write in both: it is not reached through this one.

use super::document_support::{changed, good, new, page_in, path, read, save, version_of, without};
use super::support::Desk;
use crate::organizations::house::server;
use crate::spaces::refused;
use serde_json::json;

#[test]
fn versions_blocks_and_drafts_of_another_page_are_not_reached_through_this_one() {
    let mut desk = Desk::new();
    let (mine, other) = (page_in(server(), desk.space), page_in(server(), desk.space));
    let (ada, ben) = (&mut desk.owner.browser, &mut desk.editor.browser);
    for page in [mine, other] {
        good(&save(ada, page, 0, &json!([new("a", "one"), new("b", "two")])));
    }
    let base = read(ada, other);
    good(&save(ada, other, 1, &without(&base, 1)));
    let now = read(ada, other);
    good(&save(ada, other, 2, &changed(&now, 0, "one by Ada")));
    let conflict = save(ben, other, 1, &changed(&base, 0, "one by Ben"));
    refused(&conflict, 409, "conflict", None);
    let history = |page: i64| format!("/session/research/pages/{page}/history");
    let theirs = good(&ada.get(&history(other)));
    let (version, block_version) = (&theirs["versions"][0]["id"], &theirs["block_versions"][0]["id"]);
    assert!(version.is_i64() && block_version.is_i64(), "{theirs}");
    let own = good(&ada.get(&history(mine)))["versions"][0]["id"].clone();
    let before = read(ada, mine);

    let at = |rest: String| format!("/session/research/pages/{mine}/{rest}");
    for rest in [
        format!("page-versions/{version}"),
        format!("page-versions/compare?from={version}"),
        format!("page-versions/compare?from={own}&to={version}"),
    ] {
        refused(&ada.get(&at(rest)), 404, "not_found", None);
    }
    let restored = ada.write("POST", &at(format!("page-versions/{version}/restore")), &json!({}));
    refused(&restored, 404, "not_found", None);
    let restored = ada.write("PATCH", &at(format!("versions/{block_version}/restore")), &json!({}));
    refused(&restored, 404, "not_found", None);
    let block = &base["blocks"][0]["id"];
    let of_block = good(&ada.get(&at(format!("history?block_id={block}"))));
    assert_eq!(of_block["block_versions"], json!([]));
    let comment = ada.write("POST", &at("comments".to_owned()), &json!({ "body": "x", "block_id": block }));
    assert_eq!(comment.status, 422, "{}", comment.text);
    // A draft of the other page is dismissed there alone.
    let body = json!({ "base_version": 1, "blocks": before["blocks"], "draft_id": conflict.json()["draft_id"] });
    good(&ben.write("PUT", &path(mine), &body));
    assert_eq!(read(ben, other)["recoverable_draft"]["id"], conflict.json()["draft_id"]);
    assert_eq!(read(ada, mine), before);
    assert_eq!(version_of(&read(ada, other)), 3);
}

#[test]
fn folders_of_another_project_are_not_reached_through_this_one() {
    let mut desk = Desk::new();
    let (mine, other) = (desk.project("Mine"), desk.project("Other"));
    let folder = desk.folder(other, "Evidence");
    let path = format!("/session/research/projects/{mine}/folders/{folder}");
    refused(&desk.owner.write("PATCH", &path, &json!({ "name": "Taken" })), 404, "not_found", None);
    refused(&desk.owner.write("DELETE", &path, &json!({})), 404, "not_found", None);
    let seen = desk.owner.read(&format!("/session/research/projects/{other}"));
    assert_eq!(seen["folders"][0]["name"], "Evidence");
}
