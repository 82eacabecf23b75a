//! Mentions: each mentioned member is told once, and nobody outside the space.

use super::{Seat, Table, comments, id_of};
use crate::spaces::refused;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value as Json, json};

#[test]
fn a_mention_follows_the_name_and_reaches_members_alone() {
    let mut table = Table::new();
    let (ada, stranger) = (table.member("Ada", "viewer"), Seat::new("Eve"));
    let (page, maker) = (table.page, table.maker.person.id);
    let mentions = json!([ada.person.id, ada.person.id, maker]);
    let comment = table.maker.says(page, &json!({ "body": "@Ada, look.", "mentions": mentions }));
    let mut expected = vec![json!({ "id": maker, "name": "Mona" }), json!({ "id": ada.person.id, "name": "Ada" })];
    expected.sort_by_key(|person| person["id"].as_i64());
    assert_eq!(comment["mentions"], json!(expected));
    assert_eq!(ada.inbox(), [("mention".to_owned(), id_of(&comment["id"]))]);
    assert!(table.maker.inbox().is_empty(), "nobody is told of what they wrote");
    super::execute("UPDATE users SET name = 'Augusta' WHERE id = $1", &[ada.person.id]);
    let listed = ada.read(&comments(page));
    let names = &listed["comments"][0]["mentions"];
    assert!(names.as_array().expect("people").iter().any(|person| person["name"] == "Augusta"), "{names}");
    for people in [json!([stranger.person.id]), json!([ada.person.id, stranger.person.id]), json!([999_999_999])] {
        let answer = table.maker.write("POST", &comments(page), &json!({ "body": "@Eve", "mentions": people }));
        refused(&answer, 422, "validation_failed", Some("mentions"));
    }
    assert!(stranger.inbox().is_empty());
    assert_eq!(ada.inbox().len(), 1, "what is refused tells nobody");
}

#[test]
fn each_mentioned_member_is_told_exactly_once_and_nobody_else() {
    let mut runner = TestRunner::new(Config { cases: 6, failure_persistence: None, ..Config::default() });
    let people = 5_usize;
    // Each comment: its author, those whom it mentions (the last two are outsiders), and whether it answers the one before.
    let script =
        proptest::collection::vec((0..3_usize, proptest::collection::vec(0..people, 0..6), any::<bool>()), 1..8);
    let run = |script: Vec<(usize, Vec<usize>, bool)>| {
        let table = Table::new();
        let mut seats: Vec<Seat> = (0..3).map(|_| table.member("Ada", "commenter")).collect();
        seats.extend((3..people).map(|_| Seat::new("Eve")));
        let ids: Vec<i64> = seats.iter().map(|seat| seat.person.id).collect();
        let mut expected: Vec<Vec<i64>> = vec![Vec::new(); people];
        let mut last: Option<Json> = None;
        for (author, mentioned, answers) in &script {
            let mut comment =
                json!({ "body": "see", "mentions": mentioned.iter().map(|at| ids[*at]).collect::<Vec<_>>() });
            if let (Some(last), true) = (&last, answers) {
                comment["thread_id"] = last["id"].clone();
            }
            let answer = seats[*author].write("POST", &comments(table.page), &comment);
            if mentioned.iter().any(|at| *at >= 3) {
                prop_assert_eq!(answer.status, 422, "{}", answer.text);
                continue;
            }
            prop_assert_eq!(answer.status, 201, "{}", answer.text);
            let made = answer.json();
            for (at, told) in expected.iter_mut().enumerate() {
                if mentioned.contains(&at) && at != *author {
                    told.push(id_of(&made["id"]));
                }
            }
            last = Some(made);
        }
        for (seat, expected) in seats.iter().zip(&expected) {
            let entries = seat.inbox();
            let mut told: Vec<i64> =
                entries.iter().filter(|(kind, _)| kind == "mention").map(|(_, comment)| *comment).collect();
            told.reverse();
            prop_assert_eq!(&told, expected, "{:?}", script);
            let mut all: Vec<i64> = entries.iter().map(|(_, comment)| *comment).collect();
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(all.len(), entries.len(), "one entry a comment: {:?}", entries);
        }
        prop_assert!(seats[3..].iter().all(|stranger| stranger.inbox().is_empty()));
        Ok(())
    };
    runner.run(&script, run).unwrap_or_else(|failure| panic!("{failure}"));
}
