//! First steps: done by what there is a record of, put away once.

use super::{V2_POOL, somebody};
use crate::account_support::eventually;
use crate::organizations::house::{Person, environment, execute};
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};

const PATH: &str = "/session/onboarding";

#[track_caller]
fn steps(browser: &Browser<'_>) -> (Json, Vec<(String, bool)>) {
    let answer = browser.get(PATH);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let list = answer.json();
    let step = |step: &Json| (step["key"].as_str().expect("a key").to_owned(), step["done"] == true);
    let steps = list["steps"].as_array().expect("steps").iter().map(step).collect();
    (list["visible"].clone(), steps)
}

fn done(done: [bool; 3]) -> Vec<(String, bool)> {
    ["citation", "template_page", "favourite"].map(str::to_owned).into_iter().zip(done).collect()
}

#[test]
fn steps_follow_the_records_and_a_finished_list_goes_of_itself() {
    let (_, mut browser) = somebody("researcher");
    assert_eq!(steps(&browser), (json!(true), done([false, false, false])));
    let kept = browser.write("POST", "/session/watchlist", &json!({ "address": V2_POOL }));
    assert_eq!(kept.status, 201, "{}", kept.text);
    assert_eq!(steps(&browser), (json!(true), done([false, false, true])));
    eventually("every account has a space of its own", || {
        browser.get("/session/spaces").json()["spaces"].as_array().is_some_and(|spaces| !spaces.is_empty())
    });
    let figure = json!({ "kind": "computed_figure", "dataset": "liquidations", "aggregate": "count", "date_from": "2024-01-01" });
    does(&mut browser, "POST", "/session/citations", &figure);
    assert_eq!(steps(&browser), (json!(true), done([true, false, true])));
    let project = does(&mut browser, "POST", "/session/research/projects", &json!({ "name": "Liquidations" }));
    let pages = format!("/session/research/projects/{}/pages", project["id"]);
    let page = does(&mut browser, "POST", &pages, &json!({ "title": "March" }));
    let document = format!("/session/research/pages/{}/document", page["id"]);
    let base = browser.get(&document).json()["document_version"].clone();
    let block = json!({ "key": "first", "kind": "paragraph", "body": "It begins.", "attrs": {} });
    does(&mut browser, "PUT", &document, &json!({ "base_version": base, "blocks": [block] }));
    let path = format!("/session/research/pages/{}/templates", page["id"]);
    let template = does(&mut browser, "POST", &path, &json!({ "name": "Report" }));
    assert_eq!(steps(&browser), (json!(true), done([true, false, true])), "a page without a template is none of them");
    does(&mut browser, "POST", &pages, &json!({ "title": "April", "template_id": template["id"] }));
    assert_eq!(steps(&browser), (json!(false), done([true, true, true])));
    let path = format!("/session/watchlist/{}", kept.json()["id"]);
    assert_eq!(browser.write("DELETE", &path, &json!({})).status, 204);
    assert_eq!(steps(&browser), (json!(true), done([true, true, false])), "a step is not stored");
}

#[track_caller]
fn does(browser: &mut Browser<'_>, method: &str, path: &str, body: &Json) -> Json {
    let answer = browser.write(method, path, body);
    assert!([200, 201].contains(&answer.status), "{method} {path}: {}", answer.text);
    answer.json()
}

#[test]
fn a_list_that_was_put_away_keeps_its_first_time() {
    let (_, mut browser) = somebody("researcher");
    let first = browser.write("PATCH", "/session/onboarding/dismiss", &json!({}));
    assert_eq!((first.status, &first.json()["visible"]), (200, &json!(false)), "{}", first.text);
    assert!(first.json()["dismissed_at"].is_string(), "{}", first.text);
    let second = browser.write("PATCH", "/session/onboarding/dismiss", &json!({}));
    assert_eq!((second.status, second.json()), (200, first.json()));
    let (_, other) = somebody("researcher");
    assert_eq!(steps(&other).0, json!(true), "it is put away for oneself");
}

#[test]
fn a_step_of_a_part_that_is_switched_off_is_not_asked_for() {
    let environment = environment(app_store_environment("first_steps").expect("a store"));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let person = Person::new(&server, "Ada");
    let browser = person.browser(&server);
    assert_eq!(steps(&browser), (json!(true), done([false, false, false])));
    execute(&server, "UPDATE modules SET enabled = FALSE WHERE key IN ('prices', 'research')", &[]);
    assert_eq!(steps(&browser), (json!(true), vec![("citation".to_owned(), false)]));
}
