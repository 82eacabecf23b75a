//! Who is told at once: members of the space of the comment, and those whose inbox grew of that.

use super::{Seat, Table};
use crate::organizations::house::server;
use quarry_tests::cable::{Cable, Heard};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// The next messages by their names, in any order.
fn heard(cable: &mut Cable, count: usize) -> Vec<(String, Json)> {
    let message = |_| {
        let message = cable.message();
        (message["name"].as_str().expect("a name").to_owned(), message["data"].clone())
    };
    let mut messages: Vec<_> = (0..count).map(message).collect();
    messages.sort_by(|one, other| one.0.cmp(&other.0));
    messages
}

#[test]
fn those_in_the_space_hear_of_a_comment_and_the_mentioned_of_their_inbox() {
    let mut table = Table::new();
    let (ada, ben, stranger) = (table.member("Ada", "viewer"), table.member("Ben", "viewer"), Seat::new("Eve"));
    let page = table.page;
    let mut adas = Cable::of(server(), &ada.browser);
    let mut bens = Cable::of(server(), &ben.browser);
    let mut nobodys = [Cable::of(server(), &stranger.browser), Cable::of(server(), &table.maker.browser)];
    let comment = table.maker.says(page, &json!({ "body": "@Ada", "mentions": [ada.person.id] }));
    let added = json!({ "page_id": page, "comment_id": comment["id"], "thread_id": comment["id"] });
    let grew = json!({ "subject_type": "comment", "subject_id": comment["id"], "page_id": page });
    let expected = [("inbox.grew".to_owned(), grew), ("research.comment_added".to_owned(), added)];
    assert_eq!(heard(&mut adas, 2), expected);
    assert_eq!(heard(&mut bens, 1), expected[1..]);
    for (verb, change) in [("resolve", "resolved"), ("reopen", "reopened")] {
        table.maker.moves(page, &comment, verb);
        // The same again is no change.
        table.maker.moves(page, &comment, verb);
        let changed = json!({ "page_id": page, "comment_id": comment["id"], "change": change });
        assert_eq!(heard(&mut bens, 1), [("research.comment_changed".to_owned(), changed)]);
    }
    table.maker.removes(page, &comment);
    assert_eq!(heard(&mut bens, 1)[0].1["change"], "removed");
    assert_eq!(bens.next(Duration::from_millis(1_200)), Heard::Nothing);
    for cable in &mut nobodys {
        assert_eq!(cable.next(Duration::from_millis(100)), Heard::Nothing);
    }
}
