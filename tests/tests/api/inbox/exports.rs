//! An export that ended is told to the person who built it, and to nobody else.

use crate::data::exports::{completed, id_of, on_plan};
use quarry_tests::cable::Cable;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

#[test]
fn an_export_that_is_ready_is_in_the_inbox_of_its_requester() {
    let (_, mut browser) = on_plan(shared(), "team");
    let mut cable = Cable::of(shared(), &browser);
    let record = completed(&mut browser, "tokens", &json!({ "name": "Tokens of today" }));
    let inbox = browser.get("/session/notifications").json();
    assert_eq!(inbox["unread_count"], 1, "{inbox}");
    let entry = &inbox["notifications"][0];
    assert_eq!((&entry["kind"], &entry["subject_type"]), (&json!("export"), &json!("data_request")));
    assert_eq!((&entry["subject_id"], &entry["title"]), (&record["id"], &record["name"]));
    assert_eq!(entry["excerpt"], format!("Ready: {} rows.", record["row_count"]));
    assert_eq!((&entry["actor"], &entry["page_id"]), (&Json::Null, &Json::Null));
    let told = cable.message();
    assert_eq!((&told["name"], &told["data"]["subject_id"]), (&json!("inbox.grew"), &json!(id_of(&record))), "{told}");
}
