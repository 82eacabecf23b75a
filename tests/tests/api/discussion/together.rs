//! People who comment at once, and lists that are read meanwhile.

use super::{Seat, Table, comments, id_of, threads};
use quarry_tests::bounded::SetAtEnd;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn two_people_who_reply_at_once_both_stand_in_the_thread() {
    let mut table = Table::new();
    let page = table.page;
    let mut seats = [table.member("Ada", "commenter"), table.member("Ben", "commenter")];
    for round in 0..5 {
        let first = table.maker.says(page, &json!({ "body": "Which?" }));
        let barrier = Barrier::new(2);
        let reply = |seat: &mut Seat| {
            barrier.wait();
            seat.says(page, &json!({ "body": "This.", "thread_id": first["id"] }))
        };
        let made: BTreeSet<i64> = std::thread::scope(|scope| {
            let threads: Vec<_> = seats.iter_mut().map(|seat| scope.spawn(move || reply(seat))).collect();
            threads.into_iter().map(|thread| id_of(&thread.join().expect("a reply")["id"])).collect()
        });
        let all = table.maker.read(&threads(page));
        let thread = &all["threads"][round];
        assert_eq!((&thread["comment"]["id"], &thread["reply_count"]), (&first["id"], &json!(2)), "{thread}");
        let replies: BTreeSet<i64> =
            thread["replies"].as_array().expect("replies").iter().map(|reply| id_of(&reply["id"])).collect();
        assert_eq!(replies, made);
        let told: BTreeSet<i64> = table.maker.inbox().iter().map(|(_, comment)| *comment).collect();
        assert!(told.is_superset(&made), "{told:?}");
    }
}

#[test]
fn a_reply_and_a_removal_at_once_leave_no_reply_without_its_thread() {
    let mut table = Table::new();
    let page = table.page;
    let mut ada = table.member("Ada", "commenter");
    for _ in 0..6 {
        let first = table.maker.says(page, &json!({ "body": "Which?" }));
        let barrier = Barrier::new(2);
        let (replied, maker) = std::thread::scope(|scope| {
            let reply = scope.spawn(|| {
                barrier.wait();
                ada.write("POST", &comments(page), &json!({ "body": "This.", "thread_id": first["id"] }))
            });
            barrier.wait();
            table.maker.removes(page, &first);
            (reply.join().expect("an answer"), &table.maker)
        });
        let listed = maker.read(&comments(page));
        let listed = listed["comments"].as_array().expect("comments");
        let find = |id: &Json| listed.iter().find(|comment| comment["id"] == *id);
        match replied.status {
            201 => {
                let reply = replied.json();
                assert!(find(&reply["id"]).is_some());
                assert_eq!(find(&first["id"]).expect("it keeps the thread")["body"], Json::Null);
            }
            422 => assert!(find(&first["id"]).is_none(), "{}", replied.text),
            status => panic!("{status}: {}", replied.text),
        }
    }
}

#[test]
fn a_list_read_while_others_write_has_each_comment_once() {
    let mut table = Table::new();
    let page = table.page;
    let mut seats: Vec<Seat> = (0..3).map(|_| table.member("Ada", "commenter")).collect();
    let before: Vec<i64> =
        (0..10).map(|n| id_of(&table.maker.says(page, &json!({ "body": format!("{n}") }))["id"])).collect();
    let is_over = AtomicBool::new(false);
    let (written, read) = std::thread::scope(|scope| {
        let writers: Vec<_> = seats
            .iter_mut()
            .map(|seat| {
                scope.spawn(move || {
                    (0..8).map(|_| id_of(&seat.says(page, &json!({ "body": "meanwhile" }))["id"])).collect::<Vec<_>>()
                })
            })
            .collect();
        let (maker, is_over) = (&table.maker, &is_over);
        let over = SetAtEnd(is_over);
        let reader = scope.spawn(move || {
            // It reads on from where it stands for as long as comments come.
            let mut read: Vec<i64> = Vec::new();
            let mut path = format!("{}?limit=3", comments(page));
            loop {
                let was_over = is_over.load(Ordering::SeqCst);
                let part = maker.read(&path);
                let ids = part["comments"].as_array().expect("comments").iter().map(|comment| id_of(&comment["id"]));
                match part["next_cursor"].as_str() {
                    Some(cursor) => {
                        read.extend(ids);
                        path = format!("{}?limit=3&cursor={cursor}", comments(page));
                    }
                    // The last page is read again, as it may have grown.
                    None if was_over => {
                        read.extend(ids);
                        return read;
                    }
                    None => {}
                }
            }
        });
        let written: Vec<i64> = writers.into_iter().flat_map(|writer| writer.join().expect("comments")).collect();
        drop(over);
        (written, reader.join().expect("a list"))
    });
    let mut expected = [before, written].concat();
    expected.sort_unstable();
    assert_eq!(read, expected);
}
