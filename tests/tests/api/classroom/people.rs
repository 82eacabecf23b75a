//! What becomes of assignments when their teacher or their organization goes.

use super::{code, described, downloaded, held, october, pinned};
use crate::account_support::eventually;
use crate::organizations::house::{House, execute};
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

#[test]
fn a_teacher_takes_their_name_along_and_leaves_the_assignment() {
    let house = House::new(shared());
    let mut admin = house.admin.browser(shared());
    let member = house.member.browser(shared());
    let assignment = pinned(&mut admin, &october(&house));
    let bytes = downloaded(shared(), &member, &assignment);

    let asked = admin.write("POST", "/session/account/export", &json!({}));
    assert_eq!(asked.status, 202, "{}", asked.text);
    eventually("the file is ready", || admin.get("/session/account").json()["export"]["state"] == "ready");
    let export = admin.get("/session/account").json()["export"].clone();
    let path = export["download_path"].as_str().expect("a path").strip_prefix("/api/v1").expect("a base").to_owned();
    let file = shared().get_keyless(&path).json();
    let tables = file["tables"].as_array().expect("tables");
    let table = tables.iter().find(|table| table["table"] == "classroom_assignments").expect("what they pinned");
    assert_eq!((&table["family"], &table["column"]), (&json!("classroom"), &json!("pinned_by_user_id")));
    let row = &table["rows"].as_array().expect("rows")[0];
    for name in ["join_code", "title", "instructions", "checksum_sha256", "row_count", "pinned_at"] {
        assert_eq!(row[name], assignment[name], "{name}: {row}");
    }

    let deleted = admin.write("DELETE", "/session/account", &json!({}));
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    let kept = described(&member, code(&assignment)).json();
    let mut expected = assignment.clone();
    expected["pinned_by"] = Json::Null;
    assert_eq!(kept, expected);
    assert_eq!(downloaded(shared(), &member, &kept), bytes);
    assert_eq!(held(shared(), &house), 1);
}

#[test]
fn an_organization_takes_its_assignments_along() {
    let house = House::new(shared());
    let mut owner = house.owner.browser(shared());
    let assignment = pinned(&mut owner, &october(&house));
    let student = house.member.browser(shared());
    let alone = "DELETE FROM memberships WHERE organization_id = $1 AND role <> 'owner'";
    execute(shared(), alone, &[Value::Int64(house.id)]);
    assert_eq!(described(&student, code(&assignment)).status, 200);
    let deleted = owner.write("DELETE", "/session/account", &json!({}));
    assert_eq!(deleted.status, 200, "{}", deleted.text);
    let gone = deleted.json()["removed_organizations"].as_array().expect("a list").clone();
    assert!(gone.iter().any(|organization| organization["id"] == json!(house.id)), "{}", deleted.text);
    assert_eq!(described(&student, code(&assignment)).status, 404);
    assert_eq!(held(shared(), &house), 0);
}
