//! Every function for what it is for: called by `complete` for somebody who may, and what came of it.

mod of_people;
mod of_things;

use super::assert_complete;
use super::contract::functions;
use super::stage::{House, alone, browser, call, call_with_key, none, outcome, staff};
use crate::account_support::{Person, deployment};
use quarry_tests::browser::Browser;
use quarry_tests::outside::Outside;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::panic::AssertUnwindSafe;

/// The callers, and the values that one call leaves for the next.
struct Stage {
    house: House,
    owner: Browser<'static>,
    /// The person who changes an account, their own.
    holder: Browser<'static>,
    staff: Browser<'static>,
    /// The person whom staff do something to.
    target: Person,
    outside: Outside,
    /// The id of the last key, invitation or job.
    id: i64,
    /// The text of the last seal or hash, or the authenticator's.
    text: String,
}

impl Stage {
    fn new() -> Stage {
        let house = House::new("uses");
        let holder = deployment().person("holder");
        let outside = Outside::start(|_, stream| {
            let _ = stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nhi");
        });
        Stage {
            owner: browser(&house.owner),
            holder: browser(&holder),
            staff: browser(&staff()),
            target: deployment().person("target"),
            outside: outside.expect("a server"),
            id: 0,
            text: String::new(),
            house,
        }
    }

    /// Asked by the owner of the house, about the house.
    fn house(&mut self, function: &str, more: Json) -> Json {
        let mut arguments = json!({ "organization_id": self.house.id });
        for (name, value) in more.as_object().expect("members") {
            arguments[name] = value.clone();
        }
        call(&mut self.owner, "complete", function, &arguments)
    }

    /// Asked by the owner, about nobody.
    fn asked(&mut self, function: &str, arguments: Json) -> Json {
        call(&mut self.owner, "complete", function, &arguments)
    }

    fn own(&mut self, function: &str, arguments: Json) -> Json {
        call(&mut self.holder, "complete", function, &arguments)
    }

    /// Asked by staff, about the target.
    fn done_to(&mut self, function: &str, text: &str) -> Json {
        let arguments = json!({ "id": self.target.user_id, "text": text });
        outcome(&call(&mut self.staff, "complete", function, &arguments))
    }

    /// A number of the store about the house.
    fn number(&self, sql: &str) -> i64 {
        deployment().number(sql, self.house.id)
    }

    /// Gives the organization that the owner asks for: the institution that the session is in.
    fn own_organization(&self) -> i64 {
        self.house.id
    }
}

type Use = (&'static str, fn(&mut Stage));

#[test]
fn every_function_of_the_contract_does_what_it_is_for() {
    let tables = [
        of_things::STORES,
        of_things::WRITTEN,
        of_things::OUTSIDE,
        of_things::FILES,
        of_things::SECRETS,
        of_people::ORGANIZATIONS,
        of_people::ACCOUNTS,
        of_people::STAFF,
    ];
    let uses: Vec<Use> = tables.concat();
    let names: Vec<&str> = uses.iter().map(|(function, _)| *function).collect();
    assert_complete("in use", &functions(), &names);
    let _alone = alone();
    let mut stage = Stage::new();
    // Every row is tried, and those that fail are named together.
    let failed: Vec<&str> = uses
        .iter()
        .filter(|(_, make)| std::panic::catch_unwind(AssertUnwindSafe(|| make(&mut stage))).is_err())
        .map(|(function, _)| *function)
        .collect();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_key_may_call_what_needs_no_session() {
    let rows = outcome(&call_with_key("complete", "app-store.query", &none()));
    assert_eq!(rows["rows"], 1);
}
