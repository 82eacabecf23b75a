//! Projects, their folders and pages: what is written is found again, and a change is told to those who are in the space.

use super::support::{Desk, number};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::cable::{Cable, Heard};
use serde_json::{Value as Json, json};
use std::time::Duration;

#[test]
fn a_project_is_found_again_with_its_folders_and_pages() {
    let mut desk = Desk::new();
    let new = json!({ "name": "  Liquidations of October ", "description": "What the fall did." });
    let project = desk.owner.does("POST", "/session/research/projects", &new);
    let id = project["id"].as_i64().expect("a number");
    assert_eq!((&project["space_id"], &project["name"]), (&json!(desk.space), &json!("Liquidations of October")));
    let path = format!("/session/research/projects/{id}");
    let outer = desk.editor.does("POST", &format!("{path}/folders"), &json!({ "name": "Evidence" }));
    let inner = json!({ "name": "Aave", "parent_folder_id": outer["id"] });
    let inner = desk.editor.does("POST", &format!("{path}/folders"), &inner);
    let page = json!({
        "title": "Borrowers", "finding": "Most repaid.", "status": "in_review", "folder_id": inner["id"],
        "tags": ["#Aave", "aave", "  Flash   loans "],
    });
    let page = desk.editor.does("POST", &format!("{path}/pages"), &page);
    assert_eq!(page["tags"], json!(["aave", "flash loans"]), "{page}");
    assert_eq!(
        (&page["version"], &page["document_version"], &page["status"]),
        (&json!(1), &json!(0), &json!("in_review"))
    );
    assert_eq!((&page["created_by"]["name"], &page["from_template"]), (&json!("Edith"), &json!(false)), "{page}");

    let seen = desk.viewer.read(&path);
    assert_eq!((&seen["role"], &seen["can"]), (&json!("viewer"), &json!({ "write": false, "trash": false })), "{seen}");
    let folders: Vec<(&Json, &Json, &Json)> = seen["folders"].as_array().expect("folders").iter().map(folder).collect();
    let expected = [(&json!("Aave"), &outer["id"], &json!(1)), (&json!("Evidence"), &Json::Null, &json!(0))];
    assert_eq!(folders, expected);
    assert_eq!(seen["pages"], json!([page]));
    let seen = desk.viewer.read(&format!("/session/research/pages/{}", page["id"]));
    let names: Vec<&Json> = seen["path"].as_array().expect("a path").iter().map(|folder| &folder["name"]).collect();
    assert_eq!((names, &seen["project"]["name"]), (vec![&json!("Evidence"), &json!("Aave")], &project["name"]));

    let index = desk.owner.read("/session/research");
    assert_eq!(index["counts"], json!({ "projects": 1, "pages": 1, "draft": 0, "in_review": 1, "final": 0 }));
    assert_eq!((&index["projects"][0]["id"], &index["recent_pages"][0]), (&json!(id), &page), "{index}");
    assert_eq!((&index["space"]["id"], &index["can"]["trash"]), (&json!(desk.space), &json!(true)));
}

#[test]
fn every_member_starts_a_project_and_a_viewer_writes_nothing_else_in_it() {
    let mut desk = Desk::new();
    let space = desk.space;
    for seat in [&mut desk.viewer, &mut desk.commenter] {
        seat.works_in(space);
        let made = seat.write("POST", "/session/research/projects", &json!({ "name": "A question" }));
        assert_eq!((made.status, &made.json()["space_id"]), (201, &json!(space)), "{}", made.text);
        let path = format!("/session/research/projects/{}", made.json()["id"]);
        refused(&seat.write("PATCH", &path, &json!({ "name": "Another" })), 403, "forbidden", None);
        refused(&seat.write("POST", &format!("{path}/pages"), &json!({ "title": "Mine" })), 403, "forbidden", None);
        refused(&seat.write("DELETE", &path, &json!({})), 403, "forbidden", None);
    }
    let elsewhere = json!({ "name": "A question", "space_id": space });
    refused(&desk.outsider.write("POST", "/session/research/projects", &elsewhere), 404, "not_found", None);
}

fn folder(folder: &Json) -> (&Json, &Json, &Json) {
    (&folder["name"], &folder["parent_folder_id"], &folder["page_count"])
}

#[test]
fn a_change_changes_what_it_names_and_no_document() {
    let mut desk = Desk::new();
    let (project, page, _) = desk.page_with_blocks();
    let folder = desk.folder(project, "Evidence");
    let path = format!("/session/research/pages/{page}");
    let changes = [
        (json!({ "title": "Renamed" }), "title", json!("Renamed")),
        (json!({ "finding": "Most repaid." }), "finding", json!("Most repaid.")),
        (json!({ "finding": null }), "finding", Json::Null),
        (json!({ "status": "final" }), "status", json!("final")),
        (json!({ "status": "draft" }), "status", json!("draft")),
        (json!({ "tags": ["b", "a"] }), "tags", json!(["a", "b"])),
        (json!({ "tags": [] }), "tags", json!([])),
        (json!({ "folder_id": folder }), "folder_id", json!(folder)),
        (json!({ "folder_id": null }), "folder_id", Json::Null),
    ];
    let mut before = desk.editor.read(&path);
    for (change, member, value) in changes {
        let mut change = change;
        change["version"] = before["version"].clone();
        let after = desk.editor.does("PATCH", &path, &change);
        assert_eq!(after[member], value, "{change}");
        assert_eq!(after["version"].as_i64(), before["version"].as_i64().map(|version| version + 1), "{change}");
        assert_eq!(after["document_version"], before["document_version"], "{change}");
        for kept in ["title", "finding", "status", "tags", "folder_id"].iter().filter(|kept| **kept != member) {
            assert_eq!(after[*kept], before[*kept], "{change}: {kept}");
        }
        before = after;
    }
    let again = desk.editor.does("PATCH", &path, &json!({ "title": "Renamed" }));
    assert_eq!(again["version"], before["version"], "what changes nothing is no change");
}

#[test]
fn of_two_changes_of_one_version_the_later_is_told_the_newest() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let path = format!("/session/research/pages/{page}");
    desk.owner.does("PATCH", &path, &json!({ "version": 1, "title": "Hers" }));
    let late = desk.editor.write("PATCH", &path, &json!({ "version": 1, "title": "Mine" }));
    refused(&late, 409, "conflict", None);
    assert_eq!(late.json()["current_version"], json!(2));
    assert_eq!(desk.editor.read(&path)["title"], json!("Hers"));
}

#[test]
fn a_page_lies_in_a_folder_of_its_own_project_alone() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let elsewhere = desk.folder(desk.project("Other"), "Elsewhere");
    let path = format!("/session/research/pages/{page}");
    let moved = desk.editor.write("PATCH", &path, &json!({ "folder_id": elsewhere }));
    refused(&moved, 422, "validation_failed", Some("folder_id"));
    assert_eq!(desk.editor.read(&path)["folder_id"], Json::Null);
}

#[test]
fn a_change_of_the_tree_reaches_the_members_and_nobody_else() {
    let mut desk = Desk::new();
    let project = desk.project("Liquidations");
    let mut heard = Cable::of(crate::organizations::house::server(), &desk.viewer.browser);
    let mut nobodys = Cable::of(crate::organizations::house::server(), &desk.outsider.browser);
    let path = format!("/session/research/projects/{project}/folders");
    desk.editor.does("POST", &path, &json!({ "name": "Evidence" }));
    let told = heard.message();
    let expected = json!({ "space_id": desk.space, "project_id": project });
    assert_eq!((&told["name"], &told["data"]), (&json!("research.tree_changed"), &expected), "{told}");
    assert_eq!(nobodys.next(Duration::from_millis(1_200)), Heard::Nothing);
}

#[test]
fn the_audit_log_has_no_word_that_people_wrote() {
    let mut desk = Desk::new();
    let new = json!({ "name": "Xylophone project" });
    let project = desk.owner.does("POST", "/session/research/projects", &new)["id"].clone();
    let path = format!("/session/research/projects/{project}/pages");
    let page = json!({ "title": "Xylophone page", "finding": "Xylophone finding", "tags": ["xylophone"] });
    let page = desk.owner.does("POST", &path, &page)["id"].clone();
    desk.owner.does("PATCH", &format!("/session/research/pages/{page}"), &json!({ "title": "Xylophone again" }));
    let entries = "SELECT count(*) AS number FROM audit_entries WHERE actor_user_id = $1 AND component = 'research'";
    let of_owner = [Value::Int64(desk.owner.person.id)];
    assert_eq!(number(entries, &of_owner), 3);
    let words = format!("{entries} AND lower(coalesce(before, '') || coalesce(after, '')) LIKE '%xylophone%'");
    assert_eq!(number(&words, &of_owner), 0);
}
