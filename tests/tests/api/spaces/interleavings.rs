//! Whatever people do at once: somebody owns each space that others are in.

use super::{add, page, settled, shared};
use crate::organizations::house::{Person, server, texts};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use serde_json::{Value as Json, json};
use std::sync::Barrier;

/// The next deed of one of the owners.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Leave,
    Remove(usize),
    Role(usize, &'static str),
    Add,
    DeleteAccount,
}

const OWNERS: usize = 3;

fn deed() -> impl Strategy<Value = Deed> {
    let role = prop_oneof![Just("owner"), Just("editor"), Just("viewer")];
    prop_oneof![
        3 => Just(Deed::Leave),
        3 => (0..OWNERS).prop_map(Deed::Remove),
        4 => ((0..OWNERS), role).prop_map(|(whom, role)| Deed::Role(whom, role)),
        1 => Just(Deed::Add),
        2 => Just(Deed::DeleteAccount),
    ]
}

fn act(browser: &mut Browser<'_>, space: i64, memberships: &[i64], guest: &Person, deed: Deed) -> u16 {
    let path = format!("/session/spaces/{space}");
    let answer = match deed {
        Deed::Leave => browser.write("POST", &format!("{path}/leave"), &json!({})),
        Deed::Remove(whom) => browser.write("DELETE", &format!("{path}/memberships/{}", memberships[whom]), &json!({})),
        Deed::Role(whom, role) => {
            browser.write("PATCH", &format!("{path}/memberships/{}", memberships[whom]), &json!({ "role": role }))
        }
        Deed::Add => {
            browser.write("POST", &format!("{path}/memberships"), &json!({ "email": guest.email, "role": "viewer" }))
        }
        Deed::DeleteAccount => browser.write("DELETE", "/session/account", &json!({})),
    };
    answer.status
}

#[test]
fn a_space_that_others_are_in_is_never_without_an_owner() {
    let mut runner = TestRunner::new(Config { cases: 8, failure_persistence: None, ..Config::default() });
    let script = proptest::collection::vec(proptest::collection::vec(deed(), 3), OWNERS);
    let run = |script: Vec<Vec<Deed>>| {
        let (guest, _) = settled("Grace");
        let (bystander, _) = settled("Viola");
        let mut owners: Vec<(Person, Browser<'_>)> = (0..OWNERS).map(|_| settled("Olga")).collect();
        let (first, others) = owners.split_first_mut().expect("owners");
        let space = shared(&mut first.1, "Harbour");
        for (person, _) in others.iter() {
            add(&mut first.1, space, person, "owner");
        }
        add(&mut first.1, space, &bystander, "viewer");
        let members = page(&first.1, space)["members"].clone();
        let number = |person: &Person| {
            let members: &Vec<Json> = members.as_array().expect("members");
            let own = members.iter().find(|member| member["user_id"] == json!(person.id)).expect("a member");
            own["id"].as_i64().expect("a number")
        };
        let memberships: Vec<i64> = owners.iter().map(|(person, _)| number(person)).collect();
        let barrier = Barrier::new(OWNERS);
        let statuses: Vec<Vec<u16>> = std::thread::scope(|scope| {
            let threads: Vec<_> = owners
                .iter_mut()
                .zip(&script)
                .map(|((_, browser), deeds)| {
                    let (barrier, memberships, guest) = (&barrier, &memberships, &guest);
                    scope.spawn(move || {
                        barrier.wait();
                        deeds.iter().map(|deed| act(browser, space, memberships, guest, *deed)).collect()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("answers")).collect()
        });
        let sql = "SELECT role AS text FROM space_members WHERE space_id = $1 ORDER BY id";
        let roles = texts(server(), sql, &[Value::Int64(space)]);
        prop_assert!(roles.iter().any(|role| role == "owner"), "{script:?} {statuses:?}: {roles:?}");
        let known = [200, 201, 204, 401, 403, 404, 422];
        prop_assert!(statuses.iter().flatten().all(|status| known.contains(status)), "{script:?} {statuses:?}");
        Ok(())
    };
    runner.run(&script, run).unwrap_or_else(|failure| panic!("{failure}"));
}
