//! Threads: where they stand, how they end, and what stays of what was removed.

use super::{Table, bodies, comments, execute, id_of, threads};
use crate::spaces::refused;
use serde_json::{Value as Json, json};

#[test]
fn a_thread_on_a_block_has_its_replies_and_one_of_the_page_has_none_of_them() {
    let mut table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let (page, block) = (table.page, table.block(table.page, "In March 128 accounts were liquidated."));
    let first = ada.says(page, &json!({ "body": "Is the *bridge* in it?", "block_id": block }));
    assert_eq!((&first["thread_id"], &first["block_id"]), (&Json::Null, &json!(block)), "{first}");
    assert_eq!(first["block_text"], "In March 128 accounts were liquidated.");
    assert_eq!(first["html"], "<p>Is the <em>bridge</em> in it?</p>\n");
    assert_eq!(first["author"], json!({ "id": ada.person.id, "name": "Ada" }));
    let reply = table.maker.says(page, &json!({ "body": "It is.", "thread_id": first["id"] }));
    assert_eq!((&reply["thread_id"], &reply["block_id"]), (&first["id"], &Json::Null), "{reply}");
    let deeper = ada.says(page, &json!({ "body": "Thanks.", "thread_id": reply["id"] }));
    assert_eq!(deeper["thread_id"], first["id"], "a reply to a reply stands in its thread");
    let apart = ada.says(page, &json!({ "body": "A fine page." }));
    assert_eq!((&apart["thread_id"], &apart["block_id"]), (&Json::Null, &Json::Null));

    assert_eq!(json!(bodies(&ada, page)), json!(["Is the *bridge* in it?", "It is.", "Thanks.", "A fine page."]));
    let all = ada.read(&threads(page));
    let heads: Vec<_> = all["threads"].as_array().expect("threads").iter().map(|one| &one["comment"]["id"]).collect();
    assert_eq!(heads, [&first["id"], &apart["id"]]);
    assert_eq!(all["threads"][0]["reply_count"], 2);
    assert_eq!(all["threads"][0]["replies"], json!([reply, deeper]));
    assert_eq!((&all["threads"][1]["reply_count"], &all["threads"][1]["replies"]), (&json!(0), &json!([])));
    let of_block = ada.read(&format!("{}?block_id={block}", threads(page)));
    assert_eq!(of_block["threads"], json!([all["threads"][0]]));
}

#[test]
fn a_thread_outlives_its_block() {
    let table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let long = "é".repeat(600);
    let (page, block) = (table.page, table.block(table.page, &long));
    let first = ada.says(page, &json!({ "body": "Why?", "block_id": block }));
    assert_eq!((&first["block_gone"], &first["block_text"]), (&json!(false), &json!("é".repeat(500) + "…")));
    execute("DELETE FROM research_blocks WHERE id = $1", &[block]);
    for path in [threads(page), format!("{}?block_id={block}", threads(page))] {
        let thread = &ada.read(&path)["threads"][0]["comment"];
        assert_eq!((&thread["id"], &thread["block_gone"]), (&first["id"], &json!(true)), "{thread}");
        assert_eq!((&thread["block_id"], &thread["block_text"]), (&json!(block), &first["block_text"]));
    }
    let reply = ada.says(page, &json!({ "body": "Still.", "thread_id": first["id"] }));
    assert_eq!(reply["thread_id"], first["id"]);
    let more = ada.write("POST", &comments(page), &json!({ "body": "Why?", "block_id": block }));
    refused(&more, 422, "validation_failed", Some("block_id"));
}

#[test]
fn resolving_keeps_its_first_time_and_reopening_takes_it_away() {
    let mut table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let page = table.page;
    let first = ada.says(page, &json!({ "body": "Why?" }));
    let reply = table.maker.says(page, &json!({ "body": "So.", "thread_id": first["id"] }));
    let resolved = ada.moves(page, &reply, "resolve");
    assert_eq!(resolved["id"], first["id"], "by a reply the thread is meant");
    assert!(resolved["resolved_at"].is_string(), "{resolved}");
    assert_eq!(resolved["resolved_by"], json!({ "id": ada.person.id, "name": "Ada" }));
    assert_eq!(table.maker.moves(page, &first, "resolve"), resolved, "the first time stands");
    ada.says(page, &json!({ "body": "One more thing.", "thread_id": first["id"] }));
    let thread = &ada.read(&threads(page))["threads"][0];
    assert_eq!(thread["comment"], resolved, "a reply does not reopen it");
    let reopened = table.maker.moves(page, &first, "reopen");
    assert_eq!((&reopened["resolved_at"], &reopened["resolved_by"]), (&Json::Null, &Json::Null), "{reopened}");
    assert_eq!(ada.moves(page, &first, "reopen"), reopened);
}

#[test]
fn what_has_replies_is_removed_without_leaving_them_alone() {
    let mut table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let page = table.page;
    let first = ada.says(page, &json!({ "body": "My secret.", "mentions": [table.maker.person.id] }));
    let reply = table.maker.says(page, &json!({ "body": "Oh.", "thread_id": first["id"] }));
    ada.removes(page, &first);
    let listed = ada.read(&comments(page));
    let left = &listed["comments"][0];
    assert_eq!((&left["id"], &left["body"], &left["html"]), (&first["id"], &Json::Null, &Json::Null), "{left}");
    assert!(left["removed_at"].is_string() && left["mentions"] == json!([]), "{left}");
    assert_eq!(listed["comments"][1]["body"], "Oh.");
    assert!(!listed.to_string().contains("secret") && table.maker.inbox().is_empty());
    let again = ada.write("DELETE", &format!("{}/{}", comments(page), first["id"]), &json!({}));
    refused(&again, 404, "not_found", None);
    let more = table.maker.says(page, &json!({ "body": "Well.", "thread_id": first["id"] }));
    table.maker.removes(page, &more);
    assert_eq!(json!(bodies(&ada, page)), json!([null, "Oh."]));
    table.maker.removes(page, &reply);
    assert_eq!(bodies(&ada, page), Vec::<Json>::new(), "with its last reply the thread is gone");
    let late = ada.write("POST", &comments(page), &json!({ "body": "Hm.", "thread_id": first["id"] }));
    refused(&late, 422, "validation_failed", Some("thread_id"));
}

#[test]
fn a_comment_that_does_not_fit_is_refused_and_says_why() {
    let table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let page = table.page;
    let elsewhere = table.page();
    let block = table.block(page, "Here.");
    let (block_there, comment_there) = (table.block(elsewhere, "There."), ada.says(elsewhere, &json!({ "body": "?" })));
    let first = ada.says(page, &json!({ "body": "é".repeat(10_000) }));
    assert_eq!(first["body"], "é".repeat(10_000));
    for (comment, field) in [
        (json!({ "body": "é".repeat(10_001) }), "body"),
        (json!({ "body": " \n " }), "body"),
        (json!({}), "body"),
        (json!({ "body": "?", "block_id": block_there }), "block_id"),
        (json!({ "body": "?", "thread_id": comment_there["id"] }), "thread_id"),
        (json!({ "body": "?", "block_id": block, "thread_id": first["id"] }), "block_id"),
        (json!({ "body": "?", "mentions": vec![ada.person.id; 21] }), "mentions"),
    ] {
        refused(&ada.write("POST", &comments(page), &comment), 422, "validation_failed", Some(field));
    }
    // A page that is full: what is there can still be resolved and removed.
    execute(
        "INSERT INTO research_comments (page_id, space_id, body, created_at)
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
         SELECT $1, $2, 'x', 1793491200000000 FROM numbers",
        &[page, table.space],
    );
    let full = ada.write("POST", &comments(page), &json!({ "body": "?" }));
    refused(&full, 422, "too_many_comments", None);
    assert_eq!(full.json()["limit"], 10_000);
    ada.moves(page, &first, "resolve");
    ada.removes(page, &first);
    assert_eq!(ada.write("POST", &comments(page), &json!({ "body": "?" })).status, 201);
}

#[test]
fn the_longest_comments_are_listed_or_said_to_be_too_many() {
    let table = Table::new();
    let mut ada = table.member("Ada", "commenter");
    let page = table.page;
    let first = ada.says(page, &json!({ "body": "\u{8a9e}".repeat(10_000) }));
    execute(
        "INSERT INTO research_comments (page_id, space_id, body, created_at)
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 600)
         SELECT page_id, space_id, body, created_at FROM research_comments, numbers WHERE id = $1",
        &[id_of(&first["id"])],
    );
    for path in [comments(page), threads(page)] {
        refused(&ada.browser.get(&format!("{path}?limit=500")), 422, "too_much_at_once", Some("limit"));
        let list = ada.read(&format!("{path}?limit=100"));
        assert_eq!((&list["count"], list["next_cursor"].is_string()), (&json!(100), true));
    }
    // Text that JSON and HTML make longer.
    let quoted = ada.says(page, &json!({ "body": "\"".repeat(10_000) }));
    execute(
        "UPDATE research_comments SET body = (SELECT body FROM research_comments WHERE id = $1) WHERE page_id = $2",
        &[id_of(&quoted["id"]), page],
    );
    for path in [comments(page), threads(page)] {
        let list = ada.read(&format!("{path}?limit=250"));
        assert_eq!((&list["count"], list["next_cursor"].is_string()), (&json!(250), true));
    }
}
