//! The inbox: who finds what in it, in which order, and what reading changes.

mod exports;
mod modules;

use crate::discussion::{Seat, Table, execute, id_of};
use crate::spaces::refused;
use serde_json::{Value as Json, json};

const PATH: &str = "/session/notifications";

/// Gives somebody entries past every check, numbered from 1.
fn fill(seat: &Seat, count: i64) {
    execute(
        "INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, created_at)
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)
         SELECT $1, 'export', 'data_request', n, 'Swaps', 1793491200000000 FROM numbers ORDER BY n",
        &[seat.person.id, count],
    );
}

#[test]
fn each_is_told_once_of_a_comment_by_what_concerns_them_most() {
    let mut table = Table::new();
    let (mut ada, mut ben, vera) =
        (table.member("Ada", "commenter"), table.member("Ben", "commenter"), table.member("Vera", "viewer"));
    let page = table.page;
    let first = ada.says(page, &json!({ "body": "Is the *bridge* in it?" }));
    let reply = ben.says(page, &json!({ "body": "It is.", "thread_id": first["id"] }));
    let mentioned = json!({ "body": "@Ada, is it?", "thread_id": first["id"], "mentions": [ada.person.id] });
    let asked = table.maker.says(page, &mentioned);
    let own = ada.says(page, &json!({ "body": "Yes.", "thread_id": first["id"] }));
    let entry = |kind: &str, comment: &Json| (kind.to_owned(), id_of(&comment["id"]));
    assert_eq!(ada.inbox(), [entry("mention", &asked), entry("reply", &reply)]);
    assert_eq!(ben.inbox(), [entry("reply", &own), entry("reply", &asked)]);
    let makers = [entry("reply", &own), entry("comment", &reply), entry("comment", &first)];
    assert_eq!(table.maker.inbox(), makers, "the maker wrote in the thread, so the last is a reply");
    assert!(vera.inbox().is_empty());
    let inbox = table.maker.read(PATH);
    assert_eq!((&inbox["unread_count"], &inbox["limit"]), (&json!(3), &json!(100)));
    let oldest = &inbox["notifications"][2];
    assert_eq!(
        (&oldest["title"], &oldest["excerpt"]),
        (&json!("Liquidations of March"), &json!("Is the bridge in it?"))
    );
    assert_eq!((&oldest["page_id"], &oldest["space_id"]), (&json!(page), &json!(table.space)));
    assert_eq!((&oldest["actor"]["id"], &oldest["read_at"]), (&json!(ada.person.id), &Json::Null));
    ada.removes(page, &own);
    assert_eq!(ben.inbox().len(), 1, "what was removed is told of no more");
}

#[test]
fn whoever_leaves_the_space_sees_and_hears_no_more_of_it() {
    let mut table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let page = table.page;
    let first = ada.says(page, &json!({ "body": "Why?" }));
    table.maker.says(page, &json!({ "body": "So.", "thread_id": first["id"] }));
    let id = ada.read(PATH)["notifications"][0]["id"].clone();
    table.part_with(&ada);
    let inbox = ada.read(PATH);
    assert_eq!((&inbox["unread_count"], &inbox["notifications"]), (&json!(0), &json!([])));
    refused(&ada.write("PATCH", &format!("{PATH}/{id}/read"), &json!({})), 404, "not_found", None);
    let later = table.maker.says(page, &json!({ "body": "More.", "thread_id": first["id"] }));
    table.join(ada.person.id, "viewer");
    let entries = ada.inbox();
    assert_eq!(entries.len(), 1, "back again, the old entry is there");
    assert!(entries.iter().all(|(_, comment)| *comment != id_of(&later["id"])));
}

#[test]
fn reading_keeps_its_first_time_and_is_for_oneself() {
    let mut ada = Seat::new("Ada");
    let mut eve = Seat::new("Eve");
    fill(&ada, 3);
    let inbox = ada.read(PATH);
    assert_eq!(inbox["unread_count"], 3);
    let path = format!("{PATH}/{}/read", inbox["notifications"][1]["id"]);
    refused(&eve.write("PATCH", &path, &json!({})), 404, "not_found", None);
    refused(&ada.write("PATCH", &format!("{PATH}/999999999/read"), &json!({})), 404, "not_found", None);
    let read = ada.write("PATCH", &path, &json!({}));
    assert_eq!(read.status, 200, "{}", read.text);
    assert!(read.json()["read_at"].is_string());
    assert_eq!(ada.write("PATCH", &path, &json!({})).json(), read.json(), "the first time stands");
    assert_eq!(ada.read(PATH)["unread_count"], 2);
    let all = ada.write("PATCH", &format!("{PATH}/read_all"), &json!({}));
    assert_eq!((all.status, all.json()), (200, json!({ "unread_count": 0 })));
    let after = ada.read(PATH);
    assert_eq!((&after["unread_count"], &after["notifications"][1]), (&json!(0), &read.json()));
    assert!(after["notifications"].as_array().expect("entries").iter().all(|entry| entry["read_at"].is_string()));
}

#[test]
fn the_newest_hundred_are_shown_and_kept() {
    let ada = Seat::new("Ada");
    fill(&ada, 130);
    let inbox = ada.read(PATH);
    let numbers: Vec<i64> = ada.inbox().into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(numbers, (31..=130).rev().collect::<Vec<_>>());
    assert_eq!(inbox["unread_count"], 100, "what is not shown does not count");
    let kept = || {
        let sql = "SELECT count(*) AS number FROM inbox_notifications WHERE user_id = $1";
        crate::discussion::number(sql, &[quarry::stores::result_set::Value::Int64(ada.person.id)])
    };
    assert_eq!(kept(), 130);
    execute(
        "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
         VALUES ('workspace', 'trim_inboxes', '{}', 'queued', $1, 0, 3, FALSE, 0, $1)",
        &[1],
    );
    crate::account_support::eventually("the job keeps the newest hundred", || kept() == 100);
    assert_eq!(ada.read(PATH), inbox);
}

#[test]
fn a_comment_of_a_former_member_stays_without_a_name() {
    let table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let page = table.page;
    ada.says(page, &json!({ "body": "Why?", "mentions": [table.maker.person.id] }));
    let gone = ada.write("DELETE", "/session/account", &json!({}));
    assert!((200..300).contains(&gone.status), "{}", gone.text);
    crate::account_support::eventually("the account is gone", || {
        table.maker.read(&crate::discussion::comments(page))["comments"][0]["author"]
            == json!({ "id": null, "name": "former member" })
    });
    let entry = table.maker.read(PATH)["notifications"][0].clone();
    assert_eq!(entry["actor"], json!({ "id": null, "name": "former member" }), "{entry}");
}
