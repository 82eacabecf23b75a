//! No word of a space is shown to anybody who is not in it, and every word to those who are.

use super::found_ids;
use crate::organizations::house::{execute, server};
use crate::research::support::{MADE_AT, Seat, number, run_job, text};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry::stores::result_set::Value;
use serde_json::json;
use std::collections::BTreeSet;

const PEOPLE: usize = 3;
const WORDS: [&str; 5] = ["alder", "birch", "cedar", "doum", "elder"];

/// A space: who is in it, and of each page the words, and whether it lies in the trash.
#[derive(Debug, Clone)]
struct Space {
    members: [bool; PEOPLE],
    pages: Vec<(BTreeSet<usize>, bool)>,
}

fn spaces() -> impl Strategy<Value = Vec<Space>> {
    let page = (prop::collection::btree_set(0..WORDS.len(), 0..4), prop::bool::weighted(0.2));
    let space = (prop::array::uniform3(any::<bool>()), prop::collection::vec(page, 0..4));
    prop::collection::vec(space.prop_map(|(members, pages)| Space { members, pages }), 1..5)
}

/// Makes a space past every check; its pages' ids.
fn make(space: &Space, people: &[Seat], case: usize) -> Vec<i64> {
    let id = number("INSERT INTO spaces (name, created_at) VALUES ('x', 1) RETURNING id AS number", &[]);
    for (person, _) in people.iter().zip(space.members).filter(|(_, is_member)| *is_member) {
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 1)";
        execute(server(), sql, &[Value::Int64(id), Value::Int64(person.person.id)]);
    }
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'x', 1, 1) RETURNING id AS number";
    let project = Value::Int64(number(sql, &[Value::Int64(id)]));
    let page = |(words, is_in_trash): &(BTreeSet<usize>, bool)| {
        let sql = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at, trashed_at)
                   VALUES ($1, $2, 'x', 1, 1, $3) RETURNING id AS number";
        let trashed_at = if *is_in_trash { Value::Timestamp(MADE_AT) } else { Value::Null };
        let page = number(sql, &[Value::Int64(id), project.clone(), trashed_at]);
        for word in words {
            let sql =
                "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
                       VALUES ($1, $2, 'paragraph', $3, '{}', 0, 1, 1)";
            let body = text(&format!("The {}{case} stands.", WORDS[*word]));
            execute(server(), sql, &[Value::Int64(page), Value::Int64(id), body]);
        }
        page
    };
    space.pages.iter().map(page).collect()
}

#[test]
fn nobody_is_shown_a_word_of_a_space_that_they_are_not_in() {
    let people: [Seat; PEOPLE] = ["Ada", "Ben", "Cleo"].map(Seat::new);
    let mut runner = TestRunner::new(Config { cases: 8, max_shrink_iters: 0, ..Config::default() });
    let cases = std::cell::Cell::new(0);
    let done = runner.run(&spaces(), |spaces| {
        let case = cases.replace(cases.get() + 1);
        let made: Vec<Vec<i64>> = spaces.iter().map(|space| make(space, &people, case)).collect();
        run_job("research", "index_pages", &json!({}));
        let asked = (0..WORDS.len()).map(|word| BTreeSet::from([word])).chain([BTreeSet::from([0, 1])]);
        for asked in asked {
            let question: Vec<String> = asked.iter().map(|word| format!("{}{case}", WORDS[*word])).collect();
            for (at, person) in people.iter().enumerate() {
                let mut expected: Vec<i64> = Vec::new();
                for (space, ids) in spaces.iter().zip(&made).filter(|(space, _)| space.members[at]) {
                    let pages = space.pages.iter().zip(ids);
                    let has = pages.filter(|((words, is_in_trash), _)| !is_in_trash && asked.is_subset(words));
                    expected.extend(has.map(|(_, id)| *id));
                }
                let mut found = found_ids(person, &question.join(" "));
                found.sort_unstable();
                prop_assert_eq!(&found, &expected, "{} finds {:?}", at, question);
            }
        }
        Ok(())
    });
    done.expect("what is found is what one may see");
    assert!(cases.get() >= 8);
}
