//! Reading lists as people meet them. Run these by `quarry plugin test`.

use quarry_testkit::{Client, Json, Sandbox, json};

/// A list that the admin of the sample's organization has made; gives its path.
fn made(admin: &Client<'_>, title: &str) -> String {
    let made = admin.post("/session/reading-lists", &json!({ "title": title, "note": "for March" })).expect_status(201);
    format!("/session/reading-lists/{}", made.json()["id"])
}

fn id_of(client: &Client<'_>) -> Json {
    client.get("/session").expect_status(200).json()["user"]["id"].clone()
}

fn put_on(owner: &Client<'_>, list: &str, user_id: &Json, rank: &str) {
    owner.put(&format!("{list}/members/{user_id}"), &json!({ "rank": rank })).expect_status(204);
}

#[test]
fn nobody_reads_a_list_that_they_are_not_on() {
    let sandbox = Sandbox::start();
    let (admin, member) = (sandbox.admin(), sandbox.member());
    let list = made(&admin, "Depegs");
    let stranger = member.get(&list).expect_status(404).json();
    let unknown = member.get("/session/reading-lists/4711").expect_status(404).json();
    assert_eq!(stranger["code"], unknown["code"], "nobody learns whether there is such a list");
    assert_eq!(member.walk("/session/reading-lists", "reading_lists").len(), 0);
    put_on(&admin, &list, &id_of(&member), "reader");
    let shown = member.get(&list).expect_status(200).json();
    assert_eq!((&shown["reading_list"]["rank"], &shown["links"]), (&json!("reader"), &json!([])));
    assert_eq!(member.walk("/session/reading-lists", "reading_lists").len(), 1);
}

#[test]
fn a_reader_changes_nothing_and_an_editor_does() {
    let sandbox = Sandbox::start();
    let (admin, member) = (sandbox.admin(), sandbox.member());
    let list = made(&admin, "Depegs");
    put_on(&admin, &list, &id_of(&member), "reader");
    let links =
        json!({ "links": [{ "url": "https://example.org/a", "title": "A" }, { "url": "https://example.org/b" }] });
    member.patch(&list, &json!({ "title": "Mine" })).expect_status(403);
    member.put(&format!("{list}/links"), &links).expect_status(403);
    put_on(&admin, &list, &id_of(&member), "editor");
    let replaced = member.put(&format!("{list}/links"), &links).expect_status(200).json();
    let shown =
        json!([{ "url": "https://example.org/a", "title": "A" }, { "url": "https://example.org/b", "title": null }]);
    assert_eq!((&replaced["links"], &replaced["reading_list"]["link_count"]), (&shown, &json!(2)));
}

#[test]
fn what_is_left_out_of_a_change_stays_and_null_clears_it() {
    let sandbox = Sandbox::start();
    let admin = sandbox.admin();
    let list = made(&admin, "Depegs");
    let shown = |change: Json| {
        let changed = admin.patch(&list, &change).expect_status(200).json();
        (changed["reading_list"]["title"].clone(), changed["reading_list"]["note"].clone())
    };
    assert_eq!(shown(json!({ "title": "Depegs of March" })), (json!("Depegs of March"), json!("for March")));
    assert_eq!(shown(json!({ "note": null })), (json!("Depegs of March"), Json::Null));
    assert_eq!(shown(json!({})), (json!("Depegs of March"), Json::Null));
}

#[test]
fn a_list_keeps_its_only_owner() {
    let sandbox = Sandbox::start();
    let (admin, member) = (sandbox.admin(), sandbox.member());
    let list = made(&admin, "Depegs");
    let own = format!("{list}/members/{}", id_of(&admin));
    let refused = admin.put(&own, &json!({ "rank": "reader" })).expect_status(422);
    assert_eq!(refused.code(), "last_owner");
    put_on(&admin, &list, &id_of(&member), "owner");
    admin.put(&own, &json!({ "rank": "reader" })).expect_status(204);
    admin.put(&own, &json!({ "rank": "owner" })).expect_status(403);
}

#[test]
fn two_thousand_links_are_one_list() {
    let sandbox = Sandbox::start();
    let admin = sandbox.admin();
    let list = made(&admin, "Everything");
    let links: Vec<Json> = (0..2_000).map(|number| json!({ "url": format!("https://example.org/{number}") })).collect();
    let kept = admin.put(&format!("{list}/links"), &json!({ "links": links })).expect_status(200).json();
    assert_eq!(
        (&kept["reading_list"]["link_count"], &kept["links"][1_999]["url"]),
        (&json!(2_000), &links[1_999]["url"])
    );
}
