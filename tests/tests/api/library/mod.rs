//! The library of a person and their first steps: what is kept, replayed, counted, and nobody else's.

mod favourites;
mod first_steps;
mod views;

use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// Pools of the sample chain.
const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

/// Somebody new on the sample, with a plan.
fn somebody(plan: &str) -> (Person, Browser<'static>) {
    let person = Person::new(shared(), "Ada");
    let values = [Value::Int64(person.own_organization_id), Value::Text(plan.to_owned())];
    execute(shared(), "UPDATE organizations SET plan_key = $2 WHERE id = $1", &values);
    let browser = person.browser(shared());
    (person, browser)
}

#[track_caller]
fn library(browser: &Browser<'_>) -> Json {
    let answer = browser.get("/session/library");
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Another tab of a browser: a person who signs in anew each time would be refused for too many tries.
pub(crate) fn twin(browser: &Browser<'_>) -> Browser<'static> {
    let mut twin = Browser::new(shared());
    (twin.cookie, twin.csrf_token) = (browser.cookie.clone(), browser.csrf_token.clone());
    twin
}

/// The statuses of twenty requests that one person sends at once.
fn at_once(browser: &Browser<'_>, path: &str, body: impl Fn(usize) -> Json + Sync) -> Vec<u16> {
    std::thread::scope(|scope| {
        let sending: Vec<_> = (0..20)
            .map(|number| {
                let (mut browser, body) = (twin(browser), &body);
                scope.spawn(move || browser.write("POST", path, &body(number)).status)
            })
            .collect();
        sending.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    })
}

fn count(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|each| **each == status).count()
}

#[test]
fn the_sample_has_a_library_to_look_at() {
    let seen = library(&Browser::of(shared(), "admin"));
    let names: Vec<&Json> = seen["saved_views"].as_array().expect("a list").iter().map(|view| &view["name"]).collect();
    for name in ["Ether in October", "WETH against USDC on v3"] {
        assert!(names.contains(&&json!(name)), "{names:?}");
    }
}
