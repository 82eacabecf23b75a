//! The data catalogue as people use it, and the exports that they build.

mod catalogue;
mod component_datasets;
mod drafts;
mod export_ends;
mod export_events;
mod export_failures;
mod export_files;
mod export_forms;
mod export_kills;
mod export_outages;
mod export_quota;
mod export_states;
pub(crate) mod exports;
mod filters;
mod held_store;
mod keyed_exports;
mod large_logs;
mod many_rows;
mod not_final;
mod read_alone;
mod readers;
mod releases;
mod resting_pages;
mod tools;

use crate::organizations::house::Person;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// Somebody who is signed in where the sample chain is.
fn signed_in() -> (Person, Browser<'static>) {
    let person = Person::new(shared(), "Ada");
    let browser = person.browser(shared());
    (person, browser)
}

pub(crate) fn got(browser: &Browser<'_>, path: &str) -> Json {
    let answer = browser.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// What a page says of an export or a release itself, whatever the reader's plan allows with it.
pub(crate) fn of_itself(page: &Json) -> Json {
    let mut record = page.clone();
    record.as_object_mut().expect("an object").remove("can").expect("it says what the plan allows");
    record
}

fn draft(browser: &mut Browser<'_>, dataset: &str, body: &Json) -> Answer {
    browser.write("POST", &format!("/session/data/datasets/{dataset}/requests"), body)
}

/// A draft that was built.
fn drafted(browser: &mut Browser<'_>, dataset: &str, body: &Json) -> Json {
    let answer = draft(browser, dataset, body);
    assert_eq!(answer.status, 201, "{dataset} {body}: {}", answer.text);
    answer.json()
}

/// Gives the estimated number of those rows.
fn estimated_rows(browser: &mut Browser<'_>, dataset: &str, filters: &Json) -> u64 {
    let drafted = drafted(browser, dataset, &json!({ "filters": filters }));
    let rows = drafted["request"]["estimate"]["rows"].as_u64();
    rows.unwrap_or_else(|| panic!("{dataset} {filters}: {drafted}"))
}
